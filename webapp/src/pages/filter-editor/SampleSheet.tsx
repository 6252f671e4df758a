import { useTranslation } from 'react-i18next';
import type { PreviewResponse } from '#core/contracts/filter-answers.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { AdCard } from '../../components/AdCard.tsx';
import { Sheet } from '../../components/Sheet.tsx';

interface SampleSheetProps {
  readonly preview: PreviewResponse;
  readonly onClose: () => void;
}

/** The newest ads that the draft finds. */
export function SampleSheet({ preview: { matching, sample }, onClose }: SampleSheetProps) {
  const { t } = useTranslation('editor');
  const newest = t('sample.newest', { shown: sample.length, cars: formatWhole(matching) });
  return (
    <Sheet title={t('sample.title')} onClose={onClose} footer={matching > sample.length && <p>{newest}</p>}>
      <ul className="card">
        {sample.map((ad) => (
          <li key={ad.id}>
            <AdCard ad={ad} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
