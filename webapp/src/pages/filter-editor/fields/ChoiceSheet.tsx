import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/Icon.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { CountWords } from '../CountWords.tsx';
import { type CountText, CountTextContext } from '../count-text.ts';
import { ChoiceRow } from './ChoiceRow.tsx';
import { type ChoiceGroup, searchGroups } from './search-text.ts';

export interface ChoiceSheetProps {
  readonly title: string;
  readonly type: 'checkbox' | 'radio';
  readonly groups: readonly ChoiceGroup[];
  /** What the search looks through, where that is not the groups. */
  readonly sought?: readonly ChoiceGroup[];
  /** Says what is searched for; without it there is no search. */
  readonly searchLabel?: string;
  readonly isChosen: (key: string) => boolean;
  readonly onPick: (key: string) => void;
  readonly onRowClick?: (event: React.MouseEvent<HTMLInputElement>) => void;
  readonly onRowKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
  readonly onClear?: () => void;
  readonly onClose: () => void;
  /** What stands beside the heading of a group. */
  readonly renderAside?: (group: ChoiceGroup) => ReactNode;
}

/** A sheet with everything that can be chosen, in groups, and a search where there is much of it. */
export function ChoiceSheet({ groups, sought = groups, searchLabel, renderAside, ...sheet }: ChoiceSheetProps) {
  const count = useContext(CountTextContext);
  const [query, setQuery] = useState('');
  const body = useRef<HTMLDivElement>(null);
  useFirstChosenInSight(body);
  const shown = query.trim() === '' ? groups : searchGroups(sought, query);
  return (
    <Sheet
      title={sheet.title}
      onClose={sheet.onClose}
      {...(sheet.onClear && { onClear: sheet.onClear })}
      {...(count !== null && { footer: <Found {...count} /> })}
    >
      <div className="choice-sheet" ref={body}>
        {searchLabel !== undefined && <SearchBox label={searchLabel} text={query} onChange={setQuery} />}
        {shown.map((group) => (
          <Group key={group.key} group={group} aside={renderAside?.(group)} {...sheet} />
        ))}
        <NothingFound query={shown.length === 0 ? query : null} />
      </div>
    </Sheet>
  );
}

function Found({ parts, settled }: CountText) {
  return (
    <div className="choice-sheet__count">
      <CountWords parts={parts} />
      <p className="visually-hidden" role="status">
        {settled}
      </p>
    </div>
  );
}

interface SearchBoxProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function SearchBox({ label, text, onChange }: SearchBoxProps) {
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        className="search-box__input"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

interface GroupProps extends Pick<ChoiceSheetProps, 'type' | 'isChosen' | 'onPick' | 'onRowClick' | 'onRowKeyDown'> {
  readonly group: ChoiceGroup;
  readonly aside: ReactNode;
}

function Group({ group, aside, type, isChosen, onPick, onRowClick, onRowKeyDown }: GroupProps) {
  const id = useId();
  const { key, title, choices, set = 'all' } = group;
  return (
    <fieldset className="choices" data-group={key} {...(title !== null && { 'aria-labelledby': id })}>
      {title !== null && (
        <div className="section-header choices__head">
          <h3 className="section-header__title" id={id}>
            {title}
          </h3>
          {aside}
        </div>
      )}
      <div className="card choices__rows" style={{ '--rows': choices.length } as React.CSSProperties}>
        {choices.map((choice) => (
          <ChoiceRow
            key={choice.key}
            choice={choice}
            type={type}
            name={`choice-${set}`}
            isChosen={isChosen(choice.key)}
            onPick={onPick}
            {...(onRowClick && { onClick: onRowClick })}
            {...(onRowKeyDown && { onKeyDown: onRowKeyDown })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Stays in place, so that a screen reader says it when it comes. */
function NothingFound({ query }: { readonly query: string | null }) {
  const { t } = useTranslation('editor');
  return (
    <p className="choice-sheet__none" role="status">
      {query !== null && t('fields.nothingFound', { text: query.trim() })}
    </p>
  );
}

/** Of a long list, what is chosen comes into sight when the sheet has opened. */
function useFirstChosenInSight(body: React.RefObject<HTMLElement>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      body.current?.querySelector('input:checked')?.scrollIntoView({ block: 'center' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [body]);
}
