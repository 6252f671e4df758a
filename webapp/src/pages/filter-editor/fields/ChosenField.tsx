import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';
import { ChipList } from './ChipList.tsx';
import type { Choice } from './search-text.ts';

interface ChosenFieldProps {
  readonly label: string;
  readonly chips: readonly Choice[];
  /** Stands there while nothing is chosen. */
  readonly none: string;
  readonly onRemove: (key: string) => void;
  /** The sheet that the whole label row opens. */
  readonly renderSheet: (close: () => void) => ReactNode;
}

/** A list of choices: the chosen ones as chips, and a row that opens the sheet with all of them. */
export function ChosenField({ label, chips, none, onRemove, renderSheet }: ChosenFieldProps) {
  const { t } = useTranslation('editor');
  const addButton = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="field field--chosen">
      <button className="field__add" type="button" aria-haspopup="dialog" ref={addButton} onClick={() => setOpen(true)}>
        <span className="field__label">{label}</span>
        {chips.length === 0 && <span className="field__none">{none}</span>}
        <span className="field__action">
          <Icon name="plus" />
          {t('fields.add')}
        </span>
      </button>
      <ChipList label={label} chips={chips} onRemove={onRemove} addButton={addButton} />
      {isOpen && renderSheet(() => setOpen(false))}
    </div>
  );
}
