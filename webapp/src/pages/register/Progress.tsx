import { useTranslation } from 'react-i18next';
import { Meter } from '../../components/Meter.tsx';

interface ProgressProps {
  /** From 1. */
  readonly step: number;
  readonly steps: number;
}

/** How far a form of several steps has come. */
export function Progress({ step, steps }: ProgressProps) {
  const { t } = useTranslation('register');
  return (
    <div className="progress">
      <p className="progress__text">{t('progress', { step, steps })}</p>
      <Meter value={step} limit={steps} />
    </div>
  );
}
