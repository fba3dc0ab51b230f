import type { CatalogSummary } from '@sello/contracts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { SheetPicture } from '../../../ui/sheets/SheetPicture.tsx';
import { millimetres } from '../facts.tsx';
import { paperOf } from './paper.ts';

interface Props {
  entries: readonly CatalogSummary[];
  chosenId: string | undefined;
  onChoose: (entry: CatalogSummary) => void;
  /** Offered before the entries: a template without any. */
  emptySheet: ReactNode;
  /** Absent when all are shown. */
  more: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** The entries as pictures, of which one is chosen; more are fetched when the last ones come into view. */
export function Entries({ entries, chosenId, onChoose, emptySheet, more, isLoadingMore }: Props) {
  const { t } = useTranslation();
  const name = useId();
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(more);
  latest.current = more;
  // Observed anew after each page, because a short one may leave the end in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page more is what triggers it.
  useEffect(() => {
    if (!end.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) latest.current?.();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [entries.length]);
  return (
    <>
      <fieldset className="sheets">
        <legend className="hide">{t('templates.gallery.entries')}</legend>
        {emptySheet}
        {entries.map((entry) => (
          <label key={entry._id} className={entry._id === chosenId ? 'pick is-on' : 'pick'}>
            <input
              className="hide"
              type="radio"
              name={name}
              checked={entry._id === chosenId}
              onChange={() => onChoose(entry)}
            />
            <span className="sheet-pic">
              <SheetPicture url={entry.thumbnailUrl} />
            </span>
            <span className="sheet-cap is-plain">
              <span>
                <b>
                  <Name text={entry.name} />
                </b>
                <Size entry={entry} />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {more ? (
        <div className="more" ref={end}>
          <Button kind="line" size="small" working={isLoadingMore} onClick={more}>
            {t('templates.gallery.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Size({ entry: { size } }: { entry: CatalogSummary }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!size) return null;
  const { name, format: way } = paperOf(size);
  const paper = name ?? millimetres(size, t, format);
  return <small>{t(`templates.gallery.size.${way}`, { paper })}</small>;
}
