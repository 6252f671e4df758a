import '../styles/text-field.css';
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'name'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'enterKeyHint'
  | 'inputMode'
  | 'onBlur'
  | 'onFocus'
  | 'placeholder'
  | 'readOnly'
  | 'spellCheck'
>;

interface TextFieldProps extends InputProps {
  readonly label: string;
  readonly value: string;
  /** Gets the text, and the input for what the text alone does not tell. */
  readonly onChange: (text: string, input: HTMLInputElement) => void;
  /** What is wrong with it, in words. */
  readonly fault?: string | false | null;
  /** Below the field, and read out with it. */
  readonly hint?: ReactNode;
  /** In the field, in front of the text. */
  readonly before?: string;
  /** In the field, at its end: a button or a sign. */
  readonly after?: ReactNode;
  readonly className?: string;
}

/** A text of one line with its label. The kit's own shows no label on iOS and ties none to the input. */
export function TextField({
  label,
  value,
  onChange,
  fault,
  hint,
  before,
  after,
  className = '',
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <div className={`text-field ${className}`}>
      <label className="text-field__label" htmlFor={id}>
        {label}
      </label>
      <div className="text-field__box">
        {before !== undefined && (
          <span className="text-field__before" aria-hidden="true">
            {before}
          </span>
        )}
        <input
          {...input}
          className="text-field__input"
          id={id}
          value={value}
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-fault ${id}-hint`}
          onChange={(event) => onChange(event.target.value, event.target)}
        />
        {after}
      </div>
      <p className="text-field__fault" id={`${id}-fault`} role="alert">
        {fault}
      </p>
      <div className="text-field__hint" id={`${id}-hint`}>
        {hint}
      </div>
    </div>
  );
}
