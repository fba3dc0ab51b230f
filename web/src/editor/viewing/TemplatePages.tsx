import './viewing.css';
import type { Design, DesignPage } from '@sello/contracts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Broken } from '../../ui/state/State.tsx';
import { measurePage, type StillPage } from '../canvas/still-page.ts';
import { readIn } from '../panels/pages/reading.ts';
import { useSeen } from '../panels/use-seen.ts';
import { type Tools, usePageTools } from './use-page-tools.ts';

interface Props {
  design: Design;
  /** What stands below a page beside its number. */
  caption(page: DesignPage): ReactNode;
}

/** The pages of a template to look at, one below the other, as the renderer prints them. */
export function TemplatePages({ design, caption }: Props) {
  const { t } = useTranslation();
  const tools = usePageTools(design);
  if (tools.state === 'failed')
    return <Broken title={t('templates.notDrawn')} error={tools.error} onRetry={tools.retry} />;
  return (
    <ol className="still-pages" aria-label={t('templates.facts.pages')}>
      {design.pages.map((page, index) => (
        <li key={page.id}>
          <Page page={page} number={index + 1} total={design.pages.length} tools={tools}>
            {caption(page)}
          </Page>
        </li>
      ))}
    </ol>
  );
}

type Shown = { state: 'pending' } | { state: 'failed' } | { state: 'drawn'; still: StillPage };

interface PageProps {
  page: DesignPage;
  number: number;
  total: number;
  tools: Tools;
  children: ReactNode;
}

function Page({ page, number, total, tools, children }: PageProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [sheet, isSeen] = useSeen<HTMLElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shown, setShown] = useState<Shown>({ state: 'pending' });
  useEffect(() => {
    if (!isSeen || tools.state !== 'open') return;
    let isOver = false;
    setShown({ state: 'pending' });
    measurePage(page, tools.tools, tools.images).then(
      (still) => isOver || setShown({ state: 'drawn', still }),
      () => isOver || setShown({ state: 'failed' }),
    );
    return () => {
      isOver = true;
    };
  }, [isSeen, page, tools]);
  const still = shown.state === 'drawn' ? shown.still : null;
  useEffect(() => (canvas.current && still ? keepPainted(canvas.current, still) : undefined), [still]);
  const name = t('templates.page', { number: format.count(number), total: format.count(total) });
  const { width, height } = page;
  const read = still && readIn(page).flatMap(({ id }) => still.texts.get(id) ?? []);
  return (
    <figure ref={sheet} aria-busy={shown.state === 'pending' || undefined}>
      <div className={height > width ? 'sheet-pic is-up' : 'sheet-pic'}>
        {shown.state === 'failed' ? (
          <div className="none" role="alert" style={{ aspectRatio: `${width} / ${height}` }}>
            <div>
              <p>{t('templates.pageNotDrawn')}</p>
              {tools.state === 'open' ? (
                <Button kind="line" size="small" icon="retry" onClick={tools.retry}>
                  {t('common.tryAgain')}
                </Button>
              ) : null}
            </div>
          </div>
        ) : (
          <canvas
            ref={canvas}
            className={still ? 'leaf' : 'leaf skel'}
            role="img"
            aria-label={name}
            style={{ aspectRatio: `${width} / ${height}` }}
          />
        )}
      </div>
      {read && read.length > 0 ? <p className="hide">{read.join('\n')}</p> : null}
      <figcaption className="num">
        <span>{name}</span> <small>{children}</small>
      </figcaption>
    </figure>
  );
}

/** The most pixels of the screen for one CSS pixel that are drawn: finer ones nobody sees. */
const finest = 2;

/** Paints a page at the size at which it is shown, until the returned function is called. */
function keepPainted(canvas: HTMLCanvasElement, still: StillPage): () => void {
  let painted = 0;
  const paint = () => {
    const width = Math.round(canvas.clientWidth * Math.min(globalThis.devicePixelRatio || 1, finest));
    if (width === 0 || width === painted) return;
    painted = width;
    still.paint(canvas, width);
  };
  paint();
  const sizes = new ResizeObserver(paint);
  sizes.observe(canvas);
  return () => sizes.disconnect();
}
