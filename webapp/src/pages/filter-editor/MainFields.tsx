import { useTranslation } from 'react-i18next';
import { ALL } from '#core/catalog/options.ts';
import type { HistogramResponse } from '#core/contracts/filter-answers.ts';
import { Section } from '../../components/Section.tsx';
import { FieldSlot } from './FieldSlot.tsx';
import { BrandField } from './fields/BrandField.tsx';
import { ChoicesField } from './fields/ChoicesField.tsx';
import { ModelField } from './fields/ModelField.tsx';
import { RangeField } from './fields/RangeField.tsx';
import {
  boundOfYear,
  type DraftChange,
  type FilterDraft,
  withBrand,
  withChosen,
  withModels,
  yearOfBound,
} from './filter-draft.ts';
import type { FaultOf } from './use-faults.ts';

export interface FieldsProps {
  readonly draft: FilterDraft;
  readonly change: DraftChange;
  readonly faultOf: FaultOf;
}

interface MainFieldsProps extends FieldsProps {
  /** Prices and years on the market; null while they are not known. */
  readonly market: HistogramResponse | null;
}

/** What most people ask for: the car, its price and year, colour and area. */
export function MainFields({ market, ...fields }: MainFieldsProps) {
  const { t } = useTranslation('editor');
  return (
    <>
      <Section title={t('section.car')}>
        <CarFields {...fields} />
      </Section>
      <Section title={t('section.money')}>
        <PriceField market={market} {...fields} />
        <YearField market={market} {...fields} />
      </Section>
      <Section title={t('section.look')}>
        <ListField field="color" {...fields} />
        <ListField field="area" {...fields} />
      </Section>
    </>
  );
}

function CarFields({ draft, change, faultOf }: FieldsProps) {
  const { carBrand, carModel } = draft;
  return (
    <>
      <FieldSlot fault={faultOf('carBrand')}>
        <BrandField brand={carBrand} onChange={(brand) => change(withBrand(draft, brand))} />
      </FieldSlot>
      {carBrand !== ALL && (
        <FieldSlot fault={faultOf('carModel')}>
          <ModelField brand={carBrand} models={carModel} onChange={(models) => change(withModels(models))} />
        </FieldSlot>
      )}
    </>
  );
}

function PriceField({ draft, change, faultOf, market }: MainFieldsProps) {
  const { t } = useTranslation('editor');
  const fault = faultOf('priceMin', 'priceMax');
  return (
    <FieldSlot fault={fault} isOutspoken>
      <RangeField
        kind="price"
        label={t('label.price')}
        unit="€"
        min={draft.priceMin}
        max={draft.priceMax}
        onChange={(priceMin, priceMax) => change({ priceMin, priceMax })}
        distribution={market?.price ?? null}
        fault={fault}
      />
    </FieldSlot>
  );
}

function YearField({ draft, change, faultOf, market }: MainFieldsProps) {
  const { t } = useTranslation('editor');
  const fault = faultOf('yearMin', 'yearMax');
  return (
    <FieldSlot fault={fault} isOutspoken>
      <RangeField
        kind="year"
        label={t('label.year')}
        min={boundOfYear(draft.yearMin)}
        max={boundOfYear(draft.yearMax)}
        onChange={(min, max) => change({ yearMin: yearOfBound(min), yearMax: yearOfBound(max) })}
        distribution={market?.year ?? null}
        fault={fault}
      />
    </FieldSlot>
  );
}

interface ListFieldProps extends FieldsProps {
  readonly field: 'engine' | 'bodyType' | 'color' | 'area';
}

/** A list of options of which several may be chosen. */
export function ListField({ field, draft, change, faultOf }: ListFieldProps) {
  const { t } = useTranslation('editor');
  return (
    <FieldSlot fault={faultOf(field)}>
      <ChoicesField
        kind={field}
        label={t(`label.${field}`)}
        chosen={draft[field]}
        onChange={(chosen) => change(withChosen(field, chosen))}
      />
    </FieldSlot>
  );
}
