import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/Icon.tsx';
import { cutName, nameOf } from './filter-draft.ts';

interface EditableNameProps {
  readonly name: string;
  /** What an emptied name falls back to. */
  readonly fallback: string;
  readonly fault: string | null;
  readonly onChange: (name: string) => void;
}

/**
 * The name of the filter and heading of the page; a click makes it a field, Enter or leaving it a name again. The draft
 * follows every letter: the main button of the client may be pressed while the field still has the focus.
 */
export function EditableName({ name, fallback, fault, onChange }: EditableNameProps) {
  const { t } = useTranslation('editor');
  const [before, setBefore] = useState<string | null>(null);
  const [typed, setTyped] = useState(name);
  const id = useId();
  const isEditing = before !== null;
  const { field, button } = useFocus(isEditing);
  const begin = () => {
    setBefore(name);
    setTyped(name);
  };
  const take = (text: string, isComposing: boolean) => {
    // A character that is still being put together must not be cut.
    const kept = isComposing ? text : cutName(text);
    setTyped(kept);
    onChange(nameOf(cutName(kept), fallback));
  };
  const pressed = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    if (nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape')) return;
    // Else the same key would press the button that stands here next.
    event.preventDefault();
    if (key === 'Escape') onChange(before ?? name);
    setBefore(null);
  };
  return (
    <div className="name">
      <h1 className="name__heading">
        {isEditing ? (
          <input
            className="name__field"
            ref={field}
            type="text"
            value={typed}
            aria-label={t('name')}
            aria-invalid={fault !== null}
            aria-describedby={id}
            autoComplete="off"
            enterKeyHint="done"
            onChange={({ target, nativeEvent }) => take(target.value, (nativeEvent as InputEvent).isComposing)}
            onCompositionEnd={({ currentTarget }) => take(currentTarget.value, false)}
            onKeyDown={pressed}
            onBlur={() => setBefore(null)}
          />
        ) : (
          <button
            className="name__button"
            ref={button}
            type="button"
            aria-describedby={`${id} ${id}-hint`}
            onClick={begin}
          >
            {name} <Icon name="pencil" />
          </button>
        )}
      </h1>
      <p className="name__fault fault-text" id={id} role="alert">
        {fault}
      </p>
      <span hidden id={`${id}-hint`}>
        {t('rename')}
      </span>
    </div>
  );
}

/** The focus stays with the name, whichever of the two it is. */
function useFocus(isEditing: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing) field.current?.select();
    // Whoever went elsewhere with a tap stays there.
    else if (wasEditing.current && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return { field, button };
}
