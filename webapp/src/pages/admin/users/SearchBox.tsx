import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';
import { useSearchText } from './use-search-text.ts';

const FOCUS_KEY = '/';
const MAX_CHARACTERS = 100;

interface SearchBoxProps {
  readonly searched: string;
  readonly onSearch: (text: string) => void;
}

/** Searches while the person types. `/` leads here from anywhere on the page. */
export function SearchBox({ searched, onSearch }: SearchBoxProps) {
  const { t } = useTranslation(['admin', 'webapp']);
  const { text, setText, searchNow } = useSearchText(searched, onSearch);
  const input = useRef<HTMLInputElement>(null);
  useFocusKey(input);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    searchNow(text);
  };
  const clear = () => {
    searchNow('');
    input.current?.focus();
  };
  return (
    <search className="user-search">
      <form className="user-search__box" onSubmit={submit}>
        <Icon name="search" />
        <input
          className="user-search__input"
          ref={input}
          type="search"
          aria-label={t('users.search')}
          aria-keyshortcuts={FOCUS_KEY}
          placeholder={t('users.searchHint')}
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={MAX_CHARACTERS}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {text === '' ? (
          <span className="user-search__key" aria-hidden="true">
            {FOCUS_KEY}
          </span>
        ) : (
          <button className="icon-button" type="button" aria-label={t('webapp:clear')} onClick={clear}>
            <Icon name="cross" />
          </button>
        )}
      </form>
    </search>
  );
}

function useFocusKey(input: RefObject<HTMLInputElement>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select, dialog *');
      if (event.key !== FOCUS_KEY || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
