import type { Box } from '@sello/design';
import type { ShownValues } from '../canvas/page-tools.ts';
import { createCanvasView } from '../canvas/view.ts';
import { currentPage, indexOf } from '../model/index.ts';
import type { EditorSession } from '../session/session.ts';
import { valuesOf } from './shown-values.ts';
import { snappingOf } from './snapping.ts';

/** Shows the session's page in a container until the returned function is called. */
export function hostCanvas(
  session: EditorSession,
  container: HTMLElement,
  onFault: (error: unknown) => void,
): () => void {
  const view = createCanvasView(container, {
    fonts: session.fonts,
    images: session.images,
    snap: snappingOf(session),
    onSelect: (ids) => session.run('select', { ids: [...ids] }),
    onChange: ({ boxes }) => runDrag(session, boxes),
    onEdit: (id, point) => {
      // In the text that is edited two clicks select a word.
      if (session.state.editing?.elementId === id) return;
      const at = view.positionAt(id, point);
      session.run('text.edit', { id, ...(at && { at }) });
    },
    onViewport(viewport) {
      session.viewport.set(viewport);
      if (session.view.get().zoom !== viewport.zoom) session.setView({ zoom: viewport.zoom });
    },
    onFault,
  });

  const shown = { values: null as ShownValues, of: {} as unknown, variables: {} as unknown };
  const values = (): ShownValues => {
    const of = session.view.get().shown;
    const { design } = session.state;
    if (shown.of !== of || shown.variables !== design.variables) {
      shown.values = valuesOf(of, design, session);
      shown.of = of;
      shown.variables = design.variables;
    }
    return shown.values;
  };
  let isFitted = false;
  const show = () => {
    const { design, editing, selection } = session.state;
    const { id: pageId } = currentPage(session.state);
    view.show({ design, pageId, values: values(), selection });
    view.editText(editing);
  };
  /** The page fills the view until the person zooms. */
  let fittedZoom = 0;
  const fit = () => {
    view.fit();
    fittedZoom = view.viewport.zoom;
  };
  const refit = () => {
    if (!isFitted || Math.abs(view.viewport.zoom - fittedZoom) < 1e-6) fit();
    isFitted = true;
  };
  let page = currentPage(session.state);
  const stops = [
    session.history.subscribe(() => {
      show();
      const next = currentPage(session.state);
      const isOther = next.id !== page.id || next.width !== page.width || next.height !== page.height;
      page = next;
      if (isOther) fit();
    }),
    session.view.subscribe(() => {
      if (session.view.get().shown !== shown.of) show();
    }),
  ];
  const sizes = new ResizeObserver(() => {
    view.resize();
    if (container.clientWidth > 0 && container.clientHeight > 0) refit();
  });
  sizes.observe(container);
  // The colours of selection and guides are those of the theme.
  const theme = matchMedia('(prefers-color-scheme: dark)');
  theme.addEventListener('change', show);
  show();
  session.canvas.set(view);
  return () => {
    for (const stop of stops) stop();
    sizes.disconnect();
    theme.removeEventListener('change', show);
    session.canvas.set(null);
    void view.close();
  };
}

/** A finished drag as the command that it was, for the history. */
function runDrag(session: EditorSession, boxes: ReadonlyMap<string, Box>): void {
  const index = indexOf(currentPage(session.state).elements);
  const isOther = (name: 'width' | 'height' | 'rotation') =>
    [...boxes].some(([id, box]) => {
      const before = index.get(id)?.element;
      return before !== undefined && Math.abs(before[name] - box[name]) > 1e-4;
    });
  const id = isOther('width') || isOther('height') ? 'resize' : isOther('rotation') ? 'rotate' : 'move';
  session.run(id, { boxes: Object.fromEntries(boxes) });
}
