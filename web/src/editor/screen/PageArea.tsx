import './page-area.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../state/useStore.ts';
import { useEditor, useView } from '../session/use-editor.ts';
import { hostCanvas } from './canvas-host.ts';
import { receiveDrops } from './drops.ts';
import { FloatBar } from './FloatBar.tsx';
import { holdGuides } from './guides.ts';
import { PageStrip } from './PageStrip.tsx';
import { Rulers } from './Rulers.tsx';
import { openTextInput } from './text-input.ts';
import { useCanvasFault } from './use-canvas-fault.ts';

/** The page on the screen, its rulers, the tools of what is selected, and the strip of pages. */
export function PageArea() {
  const { t } = useTranslation();
  const session = useEditor();
  const board = useRef<HTMLDivElement>(null);
  const canvas = useStore(session.canvas);
  const hasRulers = useView((view) => view.hasRulers);
  const onFault = useCanvasFault();
  useEffect(
    () => (board.current ? hostCanvas(session, board.current, onFault) : undefined),
    [session, onFault],
  );
  useEffect(() => {
    if (!canvas || !board.current) return;
    const stops = [
      openTextInput({
        session,
        view: canvas,
        container: board.current,
        label: t('editorScreen.textInput'),
        onVariable: () => session.setView({ panel: 'variables', isVariableWanted: true }),
      }),
      holdGuides(session, canvas, board.current),
      receiveDrops(session, canvas, board.current),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, canvas, t]);
  return (
    <main className={hasRulers ? 'ed-page' : 'ed-page is-unruled'} id="page" tabIndex={-1}>
      {hasRulers ? <Rulers /> : null}
      <div
        ref={board}
        className="board"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application has keys of its own.
        tabIndex={0}
        aria-label={t('editorScreen.board')}
        aria-describedby="board-help"
      />
      <p className="hide" id="board-help">
        {t('editorScreen.boardHelp')}
      </p>
      <FloatBar />
      <PageStrip />
    </main>
  );
}
