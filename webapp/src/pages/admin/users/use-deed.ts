import { useTranslation } from 'react-i18next';
import { errorText } from '../../../components/error-text.ts';
import { doWithUserAtom } from '../../../state/admin-users.ts';
import { useSetAtom } from '../../../store.ts';
import { feelRefusal, feelSuccess } from '../../../telegram/native.ts';
import { useAsked } from '../shared/use-asked.ts';
import type { BannerTone } from '../shared/use-banner.ts';
import { usePersonName } from '../shared/use-person-name.ts';
import type { AskedDeed } from './deeds.ts';

/** A deed with a user, from the question to the news of it. */
export function useDeed(show: (text: string, tone?: BannerTone) => void) {
  const { t } = useTranslation(['fault', 'errors', 'admin']);
  const act = useSetAtom(doWithUserAtom);
  const texts = useDeedTexts();
  return useAsked<AskedDeed>(async (asked) => {
    try {
      await act(asked.user.id, asked.deed);
      feelSuccess();
      show(texts.done(asked));
    } catch (error) {
      feelRefusal();
      show(`${texts.failed(asked)} ${errorText(error, t)}`, 'failure');
    }
  });
}

function useDeedTexts() {
  const { t } = useTranslation('admin');
  const nameOf = usePersonName();
  // These say "User" before the name themselves.
  const bareName = ({ user }: AskedDeed) => user.first_name.trim() || String(user.id);
  return {
    done: (asked: AskedDeed) =>
      t(`users.done.${asked.deed}`, { name: asked.deed === 'promoteAdvanced' ? bareName(asked) : nameOf(asked.user) }),
    failed: (asked: AskedDeed) => t(`users.failed.${asked.deed}`, { name: bareName(asked) }),
  };
}
