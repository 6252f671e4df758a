import type { Choice } from './search-text.ts';

interface ChoiceRowProps {
  readonly choice: Choice;
  readonly type: 'checkbox' | 'radio';
  /** Radio buttons of one name exclude one another. */
  readonly name: string;
  readonly isChosen: boolean;
  readonly onPick: (key: string) => void;
  readonly onClick?: (event: React.MouseEvent<HTMLInputElement>) => void;
  readonly onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
}

/** One row of a sheet. Plain elements: hundreds of the kit's cells, each with its ripple, are slow on a phone. */
export function ChoiceRow({ choice, type, name, isChosen, onPick, ...listeners }: ChoiceRowProps) {
  return (
    <label className="choice">
      <input
        className="choice__box"
        type={type}
        name={name}
        value={choice.key}
        checked={isChosen}
        onChange={() => onPick(choice.key)}
        {...listeners}
      />
      {choice.color !== undefined && <span className="color-dot" data-color={choice.color} />}
      <span className="choice__name">{choice.name}</span>
      {choice.note !== undefined && <span className="choice__note">{choice.note}</span>}
    </label>
  );
}
