import './many.css';
import { type BriefStudent, studentsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { keyOf } from '../../../api/reading.ts';
import { activeClient } from '../../../api/tenant-client.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useStarted } from '../../../state/useStarted.ts';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { toastError } from '../../../ui/toast/toastError.ts';
import type { Open } from '../open.ts';
import { isSelected, nobody, refreshed, type Selection, sizeOf, toggled } from '../selection.ts';
import type { ListFilter } from '../view.ts';
import { Listed } from './Listed.tsx';

interface Props {
  selection: Selection;
  page: readonly BriefStudent[];
  filter: ListFilter;
  total: number;
  onSelect: (change: (selection: Selection) => Selection) => void;
  onOpen: (open: Open) => void;
}

/** Who is selected, as a sentence, when the list has more pages than one; and the choice of everybody. */
export function SelectionBar({ selection, page, filter, total, onSelect, onOpen }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  useSelectedElsewhere(selection, page, onSelect);
  const { rule, students, isListed = false } = selection;
  const counting = useStarted();
  const { cancel } = counting;
  // Who chooses others or another list meanwhile no longer asks for everybody of this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what ends it.
  useEffect(() => cancel, [filter, students.size, rule, cancel]);
  const [shown, setShown] = useState<boolean>();
  const isShown = shown ?? isListed;
  const size = sizeOf(selection);
  // A list that is on one page says all itself.
  if (rule === undefined && !isListed && total <= page.length) return null;

  const chooseEverybody = (): void =>
    counting.start(
      (signal) => call(studentsApi, 'selection-counts', { query: filter, signal }),
      (counts) => onSelect(() => ({ students: new Map(), rule: { filter, counts } })),
      (error) => toastError(error, t),
    );
  const leftOut = rule ? students.size : 0;
  const isElsewhere = page.filter(({ _id }) => students.has(_id)).length < students.size;
  const named = rule || isListed || isElsewhere ? [...students.values()] : [];
  const here = page.filter(({ _id }) => isSelected(selection, _id)).length;
  const isPage = !rule && here === size && here * 2 >= page.length;
  const missed = page.length - here;
  const lead = rule
    ? t(leftOut > 0 ? 'studentDetails.bulk.bar.except' : 'studentDetails.bulk.bar.everybody', {
        count: rule.counts.count,
        number: format.count(rule.counts.count),
        except: format.count(leftOut),
      })
    : isPage
      ? t('studentDetails.bulk.bar.page', {
          chosen: format.count(here),
          number: format.count(page.length),
          count: here,
        })
      : t('studentDetails.bulk.bar.some', { count: size, number: format.count(size) });
  return (
    <div className="allbar" role="status">
      <p className="num">
        <Rich text={lead} parts={{ b: <b className="strong" /> }} />{' '}
        {rule ? <span className="mute">{t('studentDetails.bulk.bar.rule')}</span> : null}
        {isPage && missed > 0 ? (
          <span className="mute">
            {t('studentDetails.bulk.bar.missed', { count: missed, number: format.count(missed) })}
          </span>
        ) : null}
      </p>
      {named.length > 0 ? (
        <button type="button" className="link" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(rule ? 'studentDetails.bulk.bar.show' : 'studentDetails.bulk.bar.list', {
            ...{ count: named.length, number: format.count(named.length) },
          })}
        </button>
      ) : null}
      {rule ? null : (
        <button type="button" className="link num" onClick={chooseEverybody}>
          {t('studentDetails.bulk.bar.all', { number: format.count(total) })}
        </button>
      )}
      <button type="button" className="link" onClick={() => onSelect(() => nobody)}>
        {t('studentDetails.bulk.bar.clear')}
      </button>
      {isShown && named.length > 0 ? (
        <Listed
          students={named.slice(0, mostListed)}
          isRule={rule !== undefined}
          onToggle={(student) => onSelect((chosen) => toggled(chosen, student))}
          onOpen={onOpen}
        />
      ) : null}
    </div>
  );
}

const none: readonly BriefStudent[] = [];
const mostListed = 200;
const asked = 200;
/** Of more students the actions show what was known when they were selected. */
const mostFollowed = 2_000;

/** A batch also changes selected students on other pages, and the actions depend on their current state. */
function useSelectedElsewhere(
  { students }: Selection,
  page: readonly BriefStudent[],
  onSelect: Props['onSelect'],
): void {
  const shown = new Set(page.map(({ _id }) => _id));
  const ids = [...students.keys()].filter((id) => !shown.has(id)).slice(0, mostFollowed);
  const parts = Array.from({ length: Math.ceil(ids.length / asked) }, (_, at) =>
    ids.slice(at * asked, (at + 1) * asked).join(),
  );
  const client = activeClient();
  const { data: found = none } = useQuery({
    queryKey: keyOf(studentsApi, 'list-brief', { parts }),
    queryFn: async () => {
      const pages = parts.map((part) => client.call(studentsApi, 'list-brief', { query: { ids: part } }));
      return (await Promise.all(pages)).flatMap(({ items }) => items);
    },
    enabled: parts.length > 0,
  });
  useEffect(() => {
    if (found.length > 0) onSelect((chosen) => refreshed(chosen, found));
  }, [found, onSelect]);
}
