import { useTranslation } from 'react-i18next';
import { getHistogram } from '../../api/endpoints.ts';
import { MainAction } from '../../components/MainAction.tsx';
import { Page } from '../../components/Page.tsx';
import { CountBar } from './CountBar.tsx';
import { CountTextContext } from './count-text.ts';
import { DeleteFilter } from './DeleteFilter.tsx';
import { DetailFields } from './DetailFields.tsx';
import { EditorHead } from './EditorHead.tsx';
import { DoneStatus, FailureAlert, RestoredNotice } from './EditorNotices.tsx';
import { CRITERIA_FIELDS, marketBodyOf } from './filter-draft.ts';
import { MainFields } from './MainFields.tsx';
import { FILTERS_PATH } from './use-attempt.ts';
import { useCount } from './use-count.ts';
import { type EditorOptions, useEditor } from './use-editor.ts';
import { useLatestAnswer } from './use-latest-answer.ts';

/** A number that is being typed in another field must not pull bars away and bring them back. */
const MARKET_PACE = { gapMs: 0, restMs: 500 };

/** One filter with all its fields; what it would find is always in sight. */
export function FilterEditor(options: EditorOptions) {
  const { t } = useTranslation('editor');
  const editor = useEditor(options);
  const { progress, faults, save } = editor;
  const { draft } = editor.edited;
  const isWrong = CRITERIA_FIELDS.some((field) => faults.current[field] !== undefined);
  const count = useCount(draft, isWrong);
  const fault = isWrong ? faults.faultOf(...CRITERIA_FIELDS) : null;
  const isDone = progress.kind === 'done';
  return (
    <Page back={FILTERS_PATH} onBack={editor.leave}>
      <CountTextContext.Provider value={count.preview && !isWrong ? count : null}>
        <Fields
          editor={editor}
          isWrong={isWrong}
          storedCheckup={options.filter?.checkup}
          canDelete={options.filter !== null}
        />
      </CountTextContext.Provider>
      <MainAction text={t('save')} onPress={save} isDisabled={isDone} isBusy={progress.kind === 'saving'}>
        <DoneStatus progress={progress} />
        {!isDone && <CountBar count={count} fault={fault} />}
      </MainAction>
    </Page>
  );
}

interface FieldsProps {
  readonly editor: ReturnType<typeof useEditor>;
  readonly isWrong: boolean;
  readonly storedCheckup: string | undefined;
  readonly canDelete: boolean;
}

function Fields({ editor, isWrong, storedCheckup, canDelete }: FieldsProps) {
  const { edited, progress, failure, faults } = editor;
  const { draft, change } = edited;
  const market = useLatestAnswer(isWrong ? null : marketBodyOf(draft), getHistogram, MARKET_PACE);
  const fields = { draft, change, faultOf: faults.faultOf };
  return (
    <div className="editor" aria-busy={progress.kind !== 'editing'}>
      <RestoredNotice isShown={edited.isRestored} onDiscard={edited.discard} />
      <EditorHead
        name={draft.filterName}
        fallbackName={editor.fallbackName}
        nameFault={faults.faultOf('filterName')}
        active={draft.active}
        onName={(filterName) => change({ filterName })}
        onSwitch={editor.toggle}
      />
      <FailureAlert failure={failure} />
      <MainFields market={market.answer} {...fields} />
      <DetailFields storedCheckup={storedCheckup} {...fields} />
      {canDelete && (
        <DeleteFilter
          isDisabled={progress.kind !== 'editing'}
          isBusy={progress.kind === 'deleting'}
          onPress={editor.remove}
        />
      )}
    </div>
  );
}
