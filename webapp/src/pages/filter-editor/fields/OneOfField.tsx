import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL, DEAL_TYPES, GEARBOXES } from '#core/catalog/options.ts';
import '../../../styles/editor-fields.css';
import { feelChoice } from '../../../telegram/native.ts';
import { PickerField } from './PickerField.tsx';
import { RadioSheet } from './RadioSheet.tsx';
import type { Choice } from './search-text.ts';

const OPTIONS = { gearbox: GEARBOXES, dealType: DEAL_TYPES } as const;
/** More do not fit beside one another. */
const MAX_SEGMENTS = 3;

interface OneOfFieldProps {
  readonly label: string;
  readonly kind: keyof typeof OPTIONS;
  /** An option key, or `ALL`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of a few options, or all: side by side where they fit, else in a sheet. */
export function OneOfField({ label, kind, value, onChange }: OneOfFieldProps) {
  const { t } = useTranslation(['editor', 'options']);
  const all = { key: ALL, name: t(`editor:fields.any.${kind}`) };
  const options = OPTIONS[kind].map((key) => ({ key, name: t(`options:${kind}.${key}` as 'options:dealType.sell') }));
  const choices: Choice[] = [all, ...options];
  if (choices.length <= MAX_SEGMENTS) return <Segments label={label} choices={choices} {...{ value, onChange }} />;
  return (
    <PickerField
      label={label}
      value={choices.find((choice) => choice.key === value)?.name ?? value}
      isUnset={value === ALL}
      renderSheet={(close) => (
        <RadioSheet
          title={label}
          groups={[{ key: kind, title: null, choices }]}
          value={value}
          onChange={onChange}
          onClose={close}
        />
      )}
    />
  );
}

interface SegmentsProps extends Omit<OneOfFieldProps, 'kind'> {
  readonly choices: readonly Choice[];
}

/** Looks like the kit's segmented control, which tells a screen reader of tabs; these are radio buttons. */
function Segments({ label, choices, value, onChange }: SegmentsProps) {
  const id = useId();
  return (
    <fieldset className="field field--segments" aria-labelledby={id}>
      <span className="field__label" id={id}>
        {label}
      </span>
      <div className="one-of">
        {choices.map(({ key, name }) => (
          <label className="segment" key={key}>
            <input
              className="segment__radio"
              type="radio"
              name={id}
              value={key}
              checked={key === value}
              onChange={() => {
                feelChoice();
                onChange(key);
              }}
            />
            <span className="segment__name">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
