import '../../styles/admin-letters.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportedProblem } from '#core/contracts/admin-letters.ts';
import { formatWhole } from '#core/i18n/formats.ts';
import { deleteProblemAtom, loadMoreProblemsAtom, problemsAtom } from '../../state/admin-letters.ts';
import { useAtomValue, useSetAtom } from '../../store.ts';
import { AdminPage } from './AdminPage.tsx';
import { DeleteProblemDialog } from './letters/DeleteProblemDialog.tsx';
import { LoadMore } from './letters/LoadMore.tsx';
import { ProblemCard, ProblemOutline, problemElementId } from './letters/ProblemCard.tsx';
import { ProblemReader } from './letters/ProblemReader.tsx';
import { useInStep } from './letters/use-in-step.ts';
import { useLetterDeed } from './letters/use-letter-deed.ts';
import { Banner } from './shared/Banner.tsx';
import { FetchFailure } from './shared/FetchFailure.tsx';
import { type BannerTone, useBanner } from './shared/use-banner.ts';
import { useKeptError } from './shared/use-kept-error.ts';

const SUCCESS_MS = 4000;

/** What users reported, to be read and, once it is dealt with, deleted. */
export function ReportedProblemsPage() {
  const { t } = useTranslation('admin');
  const { banner, show, dismiss } = useBanner(SUCCESS_MS);
  const query = useAtomValue(problemsAtom);
  const { data: pages, isFetching, refetch } = query;
  const error = useKeptError(query);
  const total = pages?.at(-1)?.total;
  useInStep('problems', total, refetch);
  return (
    <AdminPage title={t('problems.title')} {...(total === undefined ? {} : { note: formatWhole(total) })}>
      <Banner banner={banner} onDismiss={dismiss} />
      {error !== null && (
        <FetchFailure text={t('letters.notLoaded')} error={error} isTrying={isFetching} onRetry={refetch} />
      )}
      {pages ? (
        <Problems
          problems={pages.flatMap(({ rows }) => rows)}
          hasMore={pages.at(-1)?.nextCursor !== null}
          show={show}
        />
      ) : (
        error === null && <ProblemsOutline />
      )}
    </AdminPage>
  );
}

interface ProblemsProps {
  readonly problems: readonly ReportedProblem[];
  readonly hasMore: boolean;
  readonly show: (text: string, tone?: BannerTone) => void;
}

function Problems({ problems, hasMore, show }: ProblemsProps) {
  const { t } = useTranslation('admin');
  const list = useRef<HTMLUListElement>(null);
  const [read, setRead] = useState<ReportedProblem | null>(null);
  const loadMore = useSetAtom(loadMoreProblemsAtom);
  const deletion = useDeletion(problems, show);
  const confirm = async () => {
    await deletion.confirm();
    setRead(null);
  };
  return (
    <>
      {problems.length === 0 && !hasMore && <p className="letters-empty">{t('problems.empty')}</p>}
      <ul className="problems" ref={list}>
        {problems.map((problem) => (
          <ProblemCard
            key={problem.id}
            problem={problem}
            onRead={() => setRead(problem)}
            onDelete={() => deletion.ask(problem)}
          />
        ))}
      </ul>
      <LoadMore list={list} rowCount={problems.length} hasMore={hasMore} load={loadMore} />
      {read && <ProblemReader problem={read} onDelete={() => deletion.ask(read)} onClose={() => setRead(null)} />}
      {deletion.asked && (
        <DeleteProblemDialog
          problem={deletion.asked}
          isBusy={deletion.isBusy}
          onConfirm={() => void confirm()}
          onClose={deletion.cancel}
        />
      )}
    </>
  );
}

function useDeletion(problems: ProblemsProps['problems'], show: ProblemsProps['show']) {
  const { t } = useTranslation('admin');
  const deleteProblem = useSetAtom(deleteProblemAtom);
  return useLetterDeed<ReportedProblem>({
    act: ({ id }) => deleteProblem(id),
    letterOf: ({ id }) => id,
    goneCode: 'problem.notFound',
    doneText: () => t('problems.deleted'),
    failedText: () => t('problems.deleteFailed'),
    show,
    letters: problems,
    elementIdOf: problemElementId,
    whenEmpty: 'h1',
  });
}

const OUTLINES = [1, 2, 3, 4, 5, 6];

function ProblemsOutline() {
  const { t } = useTranslation('webapp');
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <ul className="problems problems--outline" aria-hidden="true">
        {OUTLINES.map((card) => (
          <ProblemOutline key={card} />
        ))}
      </ul>
    </>
  );
}
