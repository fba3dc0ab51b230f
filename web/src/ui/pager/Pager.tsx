import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';

interface Props {
  /** How many rows come before those that are shown. */
  before: number;
  /** How many rows are shown. */
  shown: number;
  total: number;
  /** Absent on the first page. */
  onPrevious?: (() => void) | undefined;
  /** Absent on the last page. */
  onNext?: (() => void) | undefined;
  /** What the two links say; default: previous and next. */
  labels?: { previous: string; next: string };
  /** Actions for the whole list. */
  children?: ReactNode;
}

/** The pager below a list: the range of rows, and the previous and next page. */
export function Pager({ before, shown, total, onPrevious, onNext, labels, children }: Props) {
  const { t } = useTranslation();
  const { count } = useFormat();
  return (
    <div className="foot num">
      <span>
        {t('common.range', { from: count(before + 1), to: count(before + shown), total: count(total) })}
      </span>
      {children}
      <span className="push row pages">
        <button type="button" className="link" disabled={!onPrevious} onClick={onPrevious}>
          {labels?.previous ?? t('common.previous')}
        </button>
        <button type="button" className="link" disabled={!onNext} onClick={onNext}>
          {labels?.next ?? t('common.next')}
        </button>
      </span>
    </div>
  );
}
