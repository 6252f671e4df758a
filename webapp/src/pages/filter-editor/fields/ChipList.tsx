import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';
import { feelChoice } from '../../../telegram/native.ts';
import type { Choice } from './search-text.ts';

interface ChipListProps {
  readonly label: string;
  readonly chips: readonly Choice[];
  readonly onRemove: (key: string) => void;
  /** Takes the focus when the last chip is gone. */
  readonly addButton: RefObject<HTMLButtonElement>;
}

/** What is chosen, each with a way to take it away. The kit's chips are one button each and cannot hold one. */
export function ChipList({ label, chips, onRemove, addButton }: ChipListProps) {
  const { t } = useTranslation('editor');
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[removed.current] ?? addButton.current)?.focus({ preventScroll: true });
    removed.current = null;
  }, [chips, addButton]);
  const remove = (key: string, index: number) => {
    feelChoice();
    removed.current = index;
    onRemove(key);
  };
  if (chips.length === 0) return null;
  return (
    <ul className="chips" aria-label={label} ref={list}>
      {chips.map(({ key, name, color }, index) => (
        <li className="chip" key={key}>
          {color !== undefined && <span className="color-dot" data-color={color} />}
          <span className="chip__name">{name}</span>
          <button
            className="chip__remove"
            type="button"
            aria-label={t('fields.remove', { name })}
            onClick={() => remove(key, index)}
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  );
}
