import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BRANDS, type Brand, brandName } from '#core/catalog/brands.ts';
import { ALL } from '#core/catalog/options.ts';
import '../../../styles/editor-fields.css';
import { PickerField } from './PickerField.tsx';
import { RadioSheet } from './RadioSheet.tsx';
import type { Choice, ChoiceGroup } from './search-text.ts';

interface BrandFieldProps {
  /** Key of the brand, or `ALL`. */
  readonly brand: string;
  readonly onChange: (brand: string) => void;
}

const letterOf = ({ name }: Brand) => name.charAt(0).toUpperCase();
const choiceOf = ({ key, name, aliases }: Brand): Choice => ({ key, name, spellings: aliases });

const POPULAR: readonly Choice[] = BRANDS.filter((brand) => brand.popular).map(choiceOf);
const LETTERS: readonly ChoiceGroup[] = [...new Set(BRANDS.map(letterOf))].map((letter) => ({
  key: letter,
  title: letter,
  choices: BRANDS.filter((brand) => letterOf(brand) === letter).map(choiceOf),
}));
/** Found brands need no letters above them. */
const SOUGHT: readonly ChoiceGroup[] = [{ key: 'found', title: null, choices: BRANDS.map(choiceOf) }];

export function BrandField({ brand, onChange }: BrandFieldProps) {
  const { t } = useTranslation('editor');
  const label = t('label.brand');
  const all = t('fields.any.brand');
  const popular = t('fields.brands.popular');
  const groups = useMemo(
    () => [
      { key: 'all', title: null, choices: [{ key: ALL, name: all }], set: 'popular' },
      { key: 'popular', title: popular, choices: POPULAR, set: 'popular' },
      ...LETTERS,
    ],
    [all, popular],
  );
  return (
    <PickerField
      label={label}
      value={brand === ALL ? all : brandName(brand)}
      isUnset={brand === ALL}
      renderSheet={(close) => (
        <RadioSheet
          title={label}
          groups={groups}
          sought={SOUGHT}
          searchLabel={t('fields.search.brand')}
          value={brand}
          onChange={onChange}
          onClose={close}
        />
      )}
    />
  );
}
