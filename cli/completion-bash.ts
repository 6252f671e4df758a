/**
 * Completes in bash. The script of the package that answers wants bash-completion to be installed, and evaluates the
 * typed line at each Tab: with `> file` in it that empties the file before anything was entered. This one hands the
 * words over as they stand. `=` is a word of its own for bash.
 */
export const BASH_SCRIPT = String.raw`# Completes vanags in bash: source <(vanags complete bash)
_vanags_complete() {
  local value description word
  local -a words=()
  for word in "${'$'}{COMP_WORDS[@]:1:COMP_CWORD}"; do
    [[ $word == = ]] || words+=("$word")
  done
  local current="${'$'}{COMP_WORDS[COMP_CWORD]}"
  [[ $current == = ]] && words+=('')
  COMPREPLY=()
  while IFS=$'\t' read -r value description; do
    case $value in
      :0) compopt -o default 2>/dev/null ;;
      :*) ;;
      *) COMPREPLY+=("$value") ;;
    esac
  done < <(vanags complete -- "${'$'}{words[@]}" 2>/dev/null)
}
complete -F _vanags_complete vanags`;
