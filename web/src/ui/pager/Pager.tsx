import { type ReactNode, useState } from 'react';
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
  /** The number of the page, from 1, which may be typed. */
  page?: { at: number; of: number; onGo: (page: number) => void };
  /** Actions for the whole list. */
  children?: ReactNode;
}

/** Goes to the page that is typed, on Enter or when the field is left; one that is not there is the last. */
function PageNumber({ at, of, onGo }: NonNullable<Props['page']>) {
  const { t } = useTranslation();
  const { count } = useFormat();
  const [typed, setTyped] = useState(String(at));
  const go = (): void => {
    const wanted = Math.min(of, Number(typed));
    if (wanted >= 1 && wanted !== at) onGo(wanted);
    else setTyped(String(at));
  };
  return (
    <label className="row tight page-number">
      {t('common.page')}
      <input
        className="input"
        inputMode="numeric"
        size={Math.max(2, String(of).length)}
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 6))}
        onKeyDown={(event) => (event.key === 'Enter' ? go() : undefined)}
        onBlur={go}
      />
      {t('common.ofPages', { number: count(of) })}
    </label>
  );
}

/** The pager below a list: the range of rows, and the previous and next page. */
export function Pager({ before, shown, total, onPrevious, onNext, labels, page, children }: Props) {
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
        {page && page.of > 1 ? <PageNumber key={page.at} {...page} /> : null}
        <button type="button" className="link" disabled={!onNext} onClick={onNext}>
          {labels?.next ?? t('common.next')}
        </button>
      </span>
    </div>
  );
}
