import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The range of rows shown: "26–50 of 214". */
  range: string;
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
export function Pager({ range, onPrevious, onNext, labels, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className="foot num">
      <span>{range}</span>
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
