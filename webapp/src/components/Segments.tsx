import '../styles/segments.css';

interface SegmentsProps<Value extends string> {
  /** What is chosen here, for screen readers. */
  readonly label: string;
  readonly options: readonly Segment<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly text: string;
  /** Read aloud after a text that is too short to be understood. */
  readonly name?: string;
  /** Language of text and name, where it is not the page's. */
  readonly lang?: string;
}

/**
 * One of a few, all in sight. Buttons and not the kit's tabs or radio buttons: a choice here may load the page anew,
 * which arrow keys must not do on the way.
 */
export function Segments<Value extends string>({ label, options, chosen, onChoose }: SegmentsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere.
    <div className="segments" role="group" aria-label={label}>
      {options.map(({ value, text, name, lang }) => (
        <button
          className="segments__option"
          type="button"
          key={value}
          lang={lang}
          aria-pressed={value === chosen}
          onClick={() => value !== chosen && onChoose(value)}
        >
          {text}
          {name !== undefined && <span className="visually-hidden"> {name}</span>}
        </button>
      ))}
    </div>
  );
}
