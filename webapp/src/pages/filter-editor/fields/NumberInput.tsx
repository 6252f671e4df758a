import { useId, useState } from 'react';
import { localeAtom } from '../../../state/preferences.ts';
import { useAtomValue } from '../../../store.ts';
import { formatNumber, type NumberKind, parseNumber } from './number-text.ts';

interface NumberInputProps {
  readonly kind: NumberKind;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** Says the whole: "Cena no". */
  readonly name: string;
  /** Before the number: "no". */
  readonly prefix: string;
  readonly unit?: string | undefined;
  /** What the market begins or ends with, while nothing is typed. */
  readonly hint: string;
  readonly isWrong: boolean;
  /** Id of the text that says what is wrong. */
  readonly faultId?: string | undefined;
}

/**
 * One bound. Typed as it likes, with grouped thousands once it is left; what cannot be read stays. The focus changes
 * nothing: a text that changed under it would lose the selection that the Tab key brings.
 */
export function NumberInput({ name, prefix, unit, hint, isWrong, faultId, ...number }: NumberInputProps) {
  const id = useId();
  const text = useNumberText(number);
  return (
    <label className="bound" data-wrong={isWrong} htmlFor={id}>
      <span className="bound__part" aria-hidden="true">
        {prefix}
      </span>
      <input
        className="bound__input"
        id={id}
        type="text"
        inputMode={number.kind === 'volume' ? 'decimal' : 'numeric'}
        enterKeyHint="done"
        autoComplete="off"
        aria-label={unit === undefined ? name : `${name}, ${unit}`}
        aria-invalid={isWrong}
        placeholder={hint}
        {...(faultId !== undefined && { 'aria-describedby': faultId })}
        {...text}
      />
      {unit !== undefined && (
        <span className="bound__part" aria-hidden="true">
          {unit}
        </span>
      )}
    </label>
  );
}

type NumberTextProps = Pick<NumberInputProps, 'kind' | 'value' | 'onChange'>;

/** Holds what is typed for as long as it means the value; a value that comes from elsewhere replaces it. */
function useNumberText({ kind, value, onChange }: NumberTextProps) {
  const locale = useAtomValue(localeAtom);
  const [typed, setTyped] = useState<string | null>(null);
  const isCurrent = typed !== null && Object.is(parseNumber(typed, kind), value);
  const shown = isCurrent ? typed : formatNumber(value, kind, locale);
  return {
    value: shown,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
      setTyped(currentTarget.value);
      onChange(parseNumber(currentTarget.value, kind));
    },
    onBlur: () => {
      const left = parseNumber(shown, kind);
      if (!Number.isNaN(left)) setTyped(null);
      // A field that comes back after it was taken away has lost an unreadable text: then nothing is asked.
      if (!Object.is(left, value)) onChange(left);
    },
  };
}
