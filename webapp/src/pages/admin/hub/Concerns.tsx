import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FiguresResponse } from '#core/contracts/admin-figures.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { Icon } from '../../../components/Icon.tsx';
import { type Concern, concernsOf } from './concerns.ts';
import { useSpanText } from './use-span-text.ts';

/** The same on every machine that Vanags runs on. */
const RETRY_COMMAND = 'vanags outbox retry';

/** What does not go as it should, and what to do about it. */
export function Concerns({ figures }: { readonly figures: FiguresResponse }) {
  const { t } = useTranslation('admin');
  const id = useId();
  const concerns = concernsOf(figures);
  if (concerns.length === 0) return null;
  return (
    <section className="admin-card concerns" aria-labelledby={id}>
      <h2 className="visually-hidden" id={id}>
        {t('hub.concerns.title')}
      </h2>
      <ul className="concerns__list">
        {concerns.map((concern) => (
          <li className="concern" key={'source' in concern ? concern.source : concern.kind}>
            <Icon name="warning" />
            <div>
              <p className="concern__title">
                <ConcernTitle concern={concern} />
              </p>
              <p className="concern__advice">
                {t(`hub.concerns.${concern.kind}Advice`)} {concern.kind === 'dead' && <code>{RETRY_COMMAND}</code>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConcernTitle({ concern }: { readonly concern: Concern }) {
  const { t } = useTranslation('admin');
  const spanText = useSpanText();
  if (concern.kind === 'late') return t('hub.concerns.late', { span: spanText(concern.seconds) });
  if (concern.kind === 'dead') {
    return t('hub.concerns.dead', { count: concern.count, number: formatWhole(concern.count) });
  }
  return t(`hub.concerns.${concern.kind}`, { source: concern.source });
}
