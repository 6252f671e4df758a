import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FactLine } from '../../components/FactLine.tsx';
import { Icon } from '../../components/Icon.tsx';
import { localeAtom } from '../../state/preferences.ts';
import { useAtomValue } from '../../store.ts';
import { filterSummary } from '../filters/filter-summary.ts';
import { FieldSlot } from './FieldSlot.tsx';
import { CheckupField } from './fields/CheckupField.tsx';
import { OneOfField } from './fields/OneOfField.tsx';
import { RangeField } from './fields/RangeField.tsx';
import { hasVolume, withOneOf } from './filter-draft.ts';
import { type FieldsProps, ListField } from './MainFields.tsx';
import { onlyField, setDetails } from './set-fields.ts';

interface DetailFieldsProps extends FieldsProps {
  /** The inspection month that is stored. */
  readonly storedCheckup: string | undefined;
}

/** What fewer people ask for: collapsed, with what is set in a few words; open where something is wrong in it. */
export function DetailFields({ storedCheckup, ...fields }: DetailFieldsProps) {
  const { t } = useTranslation('editor');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { draft, faultOf } = fields;
  const isFaulty = faultOf('engine', 'bodyType', 'volumeMin', 'volumeMax', 'runMin', 'runMax', 'checkup') !== null;
  useEffect(() => {
    if (isFaulty) setIsOpen(true);
  }, [isFaulty]);
  const setCount = setDetails(draft).length;
  return (
    <section className="card details" aria-labelledby={`${id}-title`}>
      <button
        className="details__toggle"
        type="button"
        aria-expanded={isOpen}
        aria-controls={`${id}-fields`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="details__text">
          <span className="details__title" id={`${id}-title`}>
            {t('details.title')}
          </span>
          {!isOpen && <Summary draft={draft} />}
        </span>
        {isOpen && setCount > 0 && <span className="details__count">{t('details.set', { count: setCount })}</span>}
        <Icon name="down" />
      </button>
      <div className="details__fold" id={`${id}-fields`} data-open={isOpen}>
        <div className="details__fields">
          <ListField field="engine" {...fields} />
          <ListField field="bodyType" {...fields} />
          {hasVolume(draft) && <VolumeField {...fields} />}
          <GearBoxField {...fields} />
          <RunField {...fields} />
          <DealTypeField {...fields} />
          <InspectionField stored={storedCheckup} {...fields} />
        </div>
      </div>
    </section>
  );
}

/** What is set, each fact on one line; the names of what could be where nothing is. */
function Summary({ draft }: Pick<DetailFieldsProps, 'draft'>) {
  const { t } = useTranslation('editor');
  const words = useTranslation(['filters', 'options', 'common']);
  const locale = useAtomValue(localeAtom);
  // One field at a time, or the summary would leave out what does not fit on two lines; the first fact is the car.
  const facts = setDetails(draft).flatMap((label) =>
    filterSummary({ ...onlyField(draft, label), brandName: '', modelNames: [] }, { t: words.t, locale }).slice(1),
  );
  return (
    <span className="details__summary">{facts.length === 0 ? t('details.none') : <FactLine facts={facts} />}</span>
  );
}

function VolumeField({ draft, change, faultOf }: FieldsProps) {
  const { t } = useTranslation(['editor', 'common']);
  const fault = faultOf('volumeMin', 'volumeMax');
  return (
    <FieldSlot fault={fault} isOutspoken>
      <RangeField
        kind="volume"
        label={t('editor:label.volume')}
        unit={t('common:unit.litre')}
        min={draft.volumeMin}
        max={draft.volumeMax}
        onChange={(volumeMin, volumeMax) => change({ volumeMin, volumeMax })}
        fault={fault}
      />
    </FieldSlot>
  );
}

function RunField({ draft, change, faultOf }: FieldsProps) {
  const { t } = useTranslation(['editor', 'common']);
  const fault = faultOf('runMin', 'runMax');
  return (
    <FieldSlot fault={fault} isOutspoken>
      <RangeField
        kind="mileage"
        label={t('editor:label.run')}
        unit={t('common:unit.kilometre')}
        min={draft.runMin}
        max={draft.runMax}
        onChange={(runMin, runMax) => change({ runMin, runMax })}
        fault={fault}
      />
    </FieldSlot>
  );
}

function GearBoxField({ draft, change, faultOf }: FieldsProps) {
  const { t } = useTranslation('editor');
  return (
    <FieldSlot fault={faultOf('gearBox')}>
      <OneOfField
        kind="gearbox"
        label={t('label.gearBox')}
        value={draft.gearBox}
        onChange={(value) => change(withOneOf('gearBox', value))}
      />
    </FieldSlot>
  );
}

function DealTypeField({ draft, change, faultOf }: FieldsProps) {
  const { t } = useTranslation('editor');
  return (
    <FieldSlot fault={faultOf('dealType')}>
      <OneOfField
        kind="dealType"
        label={t('label.dealType')}
        value={draft.dealType}
        onChange={(value) => change(withOneOf('dealType', value))}
      />
    </FieldSlot>
  );
}

function InspectionField({ draft, change, faultOf, stored }: FieldsProps & { readonly stored: string | undefined }) {
  return (
    <FieldSlot fault={faultOf('checkup')}>
      <CheckupField
        value={draft.checkup}
        onChange={(checkup) => change({ checkup })}
        {...(stored !== undefined && { stored })}
      />
    </FieldSlot>
  );
}
