import { useId } from 'react';
import { cleanText, countCharacters } from '#core/contracts/characters.ts';

interface CountedTextProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Most characters, counted as a person sees them. The server refuses more; nothing is cut while typing. */
  readonly limit: number;
  readonly placeholder?: string;
  /** Small print below, beside the count. */
  readonly note?: string;
  readonly fault?: string | null;
}

/** A text of several lines that grows with what is written. The kit's own neither grows nor shows its label on iOS. */
export function CountedText({ label, text, onChange, limit, placeholder, note, fault }: CountedTextProps) {
  const id = useId();
  const count = countCharacters(cleanText(text));
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="growing" data-text={text}>
        <textarea
          className="growing__text"
          id={id}
          value={text}
          placeholder={placeholder}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-fault ${id}-note ${id}-count`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <div className="field__foot">
        <p id={`${id}-note`}>{note}</p>
        <p className="field__count" id={`${id}-count`} data-over={count > limit}>
          {`${count} / ${limit}`}
        </p>
      </div>
      <p className="field__fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
    </div>
  );
}
