import { useTranslation } from 'react-i18next';
import { ALL, AREAS, BODY_TYPES, COLORS, ENGINES } from '#core/catalog/options.ts';
import '../../../styles/editor-fields.css';
import { feelChoice } from '../../../telegram/native.ts';
import { ChoiceSheet } from './ChoiceSheet.tsx';
import { ChosenField } from './ChosenField.tsx';
import type { Choice } from './search-text.ts';

const OPTIONS = { engine: ENGINES, bodyType: BODY_TYPES, color: COLORS, area: AREAS } as const;

interface ChoicesFieldProps {
  readonly label: string;
  readonly kind: keyof typeof OPTIONS;
  /** Option keys; none chosen asks nothing. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

export function ChoicesField({ label, kind, chosen, onChange }: ChoicesFieldProps) {
  const { t } = useTranslation(['editor', 'options']);
  const choiceOf = (key: string): Choice => ({
    key,
    // Every option has a text, which a test of the catalogue holds.
    name: t(`options:${kind}.${key}` as 'options:color.red'),
    ...(kind === 'color' && { color: key }),
  });
  const without = (key: string) => chosen.filter((other) => other !== key);
  return (
    <ChosenField
      label={label}
      none={t(`editor:fields.any.${kind}`)}
      chips={chosen.map(choiceOf)}
      onRemove={(key) => onChange(without(key))}
      renderSheet={(close) => (
        <OptionSheet
          label={label}
          kind={kind}
          choices={OPTIONS[kind].map(choiceOf)}
          chosen={chosen}
          onChange={onChange}
          onToggle={(key) => onChange(chosen.includes(key) ? without(key) : [...chosen, key])}
          onClose={close}
        />
      )}
    />
  );
}

interface OptionSheetProps extends ChoicesFieldProps {
  readonly choices: readonly Choice[];
  readonly onToggle: (key: string) => void;
  readonly onClose: () => void;
}

function OptionSheet({ label, kind, choices, chosen, onChange, onToggle, onClose }: OptionSheetProps) {
  const { t } = useTranslation('editor');
  const clear = () => onChange([]);
  const options = { key: kind, title: null, choices };
  return (
    <ChoiceSheet
      title={label}
      type="checkbox"
      groups={[{ key: ALL, title: null, choices: [{ key: ALL, name: t(`fields.any.${kind}`) }] }, options]}
      sought={[options]}
      {...((kind === 'color' || kind === 'area') && { searchLabel: t(`fields.search.${kind}`) })}
      isChosen={(key) => (key === ALL ? chosen.length === 0 : chosen.includes(key))}
      onPick={(key) => {
        feelChoice();
        if (key === ALL) clear();
        else onToggle(key);
      }}
      onClear={clear}
      onClose={onClose}
    />
  );
}
