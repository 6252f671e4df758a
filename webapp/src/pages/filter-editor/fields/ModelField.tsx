import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Brand, findBrand, type ModelGroup, modelName, OTHER_MODEL } from '#core/catalog/brands.ts';
import { ALL } from '#core/catalog/options.ts';
import '../../../styles/editor-fields.css';
import { Icon } from '../../../components/Icon.tsx';
import { feelChoice } from '../../../telegram/native.ts';
import { ChoiceSheet } from './ChoiceSheet.tsx';
import { ChosenField } from './ChosenField.tsx';
import { isModelChosen, pickableMembers, toggleGroup, toggleModel } from './model-choice.ts';
import type { Choice, ChoiceGroup } from './search-text.ts';

interface ModelFieldProps {
  /** Key of the brand; without one there is nothing to choose from. */
  readonly brand: string;
  /** Keys of models and of whole groups. */
  readonly models: readonly string[];
  readonly onChange: (models: string[]) => void;
}

type Words = TFunction<['editor', 'options']>;

/** Fewer entries are seen at once. */
const SEARCH_ABOVE = 12;

export function ModelField({ brand: brandKey, models, onChange }: ModelFieldProps) {
  const { t } = useTranslation(['editor', 'options']);
  const brand = findBrand(brandKey);
  if (!brand) return null;
  return (
    <ChosenField
      label={t('editor:label.model')}
      none={t('editor:fields.any.model')}
      chips={models.map((key) => ({ key, name: nameOf(brand, key, t) }))}
      onRemove={(key) => onChange(models.filter((other) => other !== key))}
      renderSheet={(close) => <ModelSheet brand={brand} models={models} onChange={onChange} onClose={close} />}
    />
  );
}

interface ModelSheetProps {
  readonly brand: Brand;
  readonly models: readonly string[];
  readonly onChange: (models: string[]) => void;
  readonly onClose: () => void;
}

function ModelSheet({ brand, models, onChange, onClose }: ModelSheetProps) {
  const { t } = useTranslation(['editor', 'options']);
  const change = (chosen: string[]) => {
    feelChoice();
    onChange(chosen);
  };
  const groups = modelGroups(brand, t);
  const all: ChoiceGroup = { key: ALL, title: null, choices: [{ key: ALL, name: t('editor:fields.any.model') }] };
  return (
    <ChoiceSheet
      title={t('editor:fields.models.title', { brand: brand.name })}
      type="checkbox"
      groups={[all, ...groups]}
      sought={groups}
      {...(brand.models.length > SEARCH_ABOVE && { searchLabel: t('editor:fields.search.model') })}
      isChosen={(key) => (key === ALL ? models.length === 0 : isModelChosen(brand, models, key))}
      onPick={(key) => change(key === ALL ? [] : toggleModel(brand, models, key))}
      onClear={() => change([])}
      onClose={onClose}
      renderAside={({ key }) => {
        const group = brand.groups.find((candidate) => candidate.key === key);
        const press = (whole: ModelGroup) => change(toggleGroup(brand, models, whole));
        return group && <WholeGroup group={group} isChosen={models.includes(key)} onPress={press} />;
      }}
    />
  );
}

interface WholeGroupProps {
  readonly group: ModelGroup;
  readonly isChosen: boolean;
  readonly onPress: (group: ModelGroup) => void;
}

function WholeGroup({ group, isChosen, onPress }: WholeGroupProps) {
  const { t } = useTranslation(['editor', 'options']);
  const { kind } = group;
  const text = kind === 'line' ? groupName(group, t) : t(`editor:fields.models.${kind}`);
  return (
    <button
      className="text-button choices__whole"
      type="button"
      aria-pressed={isChosen}
      aria-label={kind === 'line' ? text : `${text}, ${groupName(group, t)}`}
      onClick={() => onPress(group)}
    >
      {isChosen && <Icon name="check" />}
      {text}
    </button>
  );
}

/** The groups with their members, then all other models; "another model" comes last. */
function modelGroups(brand: Brand, t: Words): ChoiceGroup[] {
  const choiceOf = ({ key, aliases }: Brand['models'][number]): Choice => {
    return { key, name: nameOf(brand, key, t), spellings: aliases };
  };
  const lines = brand.groups.map((group) => ({
    key: group.key,
    title: group.kind === 'line' ? group.stem : groupName(group, t),
    spellings: [group.name, ...group.aliases],
    choices: pickableMembers(brand, group).map(choiceOf),
  }));
  const others = brand.models.filter((model) => model.group === undefined).map(choiceOf);
  const title = lines.length === 0 ? null : t('editor:fields.models.others');
  return [...lines, { key: OTHER_MODEL, title, choices: others }];
}

/** Models have proper names; groups and "another model" are worded in each language. */
function nameOf(brand: Brand, key: string, t: Words): string {
  const group = brand.groups.find((candidate) => candidate.key === key);
  if (group) return groupName(group, t);
  return key === OTHER_MODEL ? t('options:model.other') : modelName(brand.key, key);
}

function groupName({ kind, stem }: ModelGroup, t: Words): string {
  return t(`options:modelGroup.${kind}`, { stem });
}
