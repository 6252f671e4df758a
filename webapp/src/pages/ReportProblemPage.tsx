import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { MAX_PROBLEM_CHARACTERS } from '#core/contracts/problem.ts';
import { CountedText } from '../components/CountedText.tsx';
import { MainAction } from '../components/MainAction.tsx';
import { Page } from '../components/Page.tsx';
import { ThankYou } from '../components/ThankYou.tsx';
import { useLeaveGuard } from '../components/use-leave-guard.ts';
import { useSubmit } from '../components/use-submit.ts';
import { useSubmitFault } from '../components/use-submit-fault.ts';
import { ask } from '../state/dialogs.ts';
import { problemDraftAtom, reportProblemAtom } from '../state/drafts.ts';
import { useAtom, useSetAtom } from '../store.ts';
import '../styles/info.css';

const MENU = '/main';
/** How long a failure is shown; the style sheet lets it fade in the last half second. */
const FAILURE_SHOWN_MS = 4000;

/** What does not work, in the person's own words. */
export function ReportProblemPage() {
  const { t } = useTranslation('pages');
  const [text, setText] = useAtom(problemDraftAtom);
  const { isBusy, isDone, failure, submit, forget } = useSubmit(useSetAtom(reportProblemAtom));
  const faultOf = useSubmitFault(t('report.failed'));
  const leave = useWayOut(text, setText);
  useLeaveGuard(text !== '');
  if (isDone) return <Sent />;
  return (
    <Page title={t('report.title')} back={MENU} onBack={leave}>
      <div className="card card--form">
        <CountedText
          label={t('report.label')}
          text={text}
          onChange={setText}
          limit={MAX_PROBLEM_CHARACTERS}
          placeholder={t('report.placeholder')}
          note={t('report.note')}
        />
      </div>
      <MainAction
        text={isBusy ? t('report.sending') : t('report.send')}
        onPress={() => void submit()}
        isDisabled={text === ''}
        isBusy={isBusy}
      >
        {failure && <Failure text={faultOf(failure.error)} onGone={forget} />}
      </MainAction>
    </Page>
  );
}

function Sent() {
  const { t } = useTranslation(['pages', 'webapp']);
  const action = (
    <Link className="button" to={MENU}>
      {t('webapp:close')}
    </Link>
  );
  return (
    <Page back={MENU}>
      <ThankYou heading="h1" title={t('report.thanksTitle')} text={t('report.thanksText')} action={action} />
    </Page>
  );
}

interface FailureProps {
  readonly text: string;
  readonly onGone: () => void;
}

function Failure({ text, onGone }: FailureProps) {
  useEffect(() => {
    const timer = setTimeout(onGone, FAILURE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onGone]);
  return (
    <p className="fading-fault" role="alert">
      {text}
    </p>
  );
}

/** The way back to the menu; asks first while something is written. */
function useWayOut(text: string, setText: (text: string) => void): () => void {
  const { t } = useTranslation('pages');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const confirmed = async () => {
    setIsAsking(true);
    const answer = await ask({
      title: t('report.leave.title'),
      message: t('report.leave.message'),
      buttons: [
        { id: 'stay', text: t('report.leave.stay') },
        { id: 'discard', text: t('report.leave.discard'), tone: 'danger' },
      ],
    });
    setIsAsking(false);
    return answer === 'discard';
  };
  return async () => {
    if (isAsking || (text !== '' && !(await confirmed()))) return;
    setText('');
    void navigate(MENU);
  };
}
