import { useId } from 'react';
import { Sheet } from '../../components/Sheet.tsx';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly text: string;
  readonly note?: string;
}

interface ChoiceSheetProps<Value extends string> {
  readonly title: string;
  readonly options: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly onClose: () => void;
}

/** One of a few, with a word about each. The choice acts at once; the sheet stays, so that it can be seen. */
export function ChoiceSheet<Value extends string>(props: ChoiceSheetProps<Value>) {
  const { title, options, chosen, onChoose, onClose } = props;
  const name = useId();
  return (
    <Sheet title={title} onClose={onClose}>
      <fieldset className="radios card" aria-label={title}>
        {options.map(({ value, text, note }) => (
          <label className="radio" key={value}>
            <input
              className="radio__mark"
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span className="radio__text">{text}</span>
            {note !== undefined && <span className="radio__note">{note}</span>}
          </label>
        ))}
      </fieldset>
    </Sheet>
  );
}
