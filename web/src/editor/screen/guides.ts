import type { CanvasView } from '../canvas/view.ts';
import { currentPage } from '../model/index.ts';
import type { EditorSession } from '../session/session.ts';
import { GuideLine } from './guide-line.ts';

/** How near the pointer has to be to a guide, in CSS pixels. */
const near = 4;

/** Lets the person drag the guides of the page: beside the page one is removed. Until the returned function is called. */
export function holdGuides(session: EditorSession, view: CanvasView, board: HTMLElement): () => void {
  let held: { index: number; axis: 'x' | 'y' } | null = null;
  const line = new GuideLine(board);

  const pointOf = (event: PointerEvent) => {
    const { left, top } = board.getBoundingClientRect();
    const { zoom, x, y } = view.viewport;
    return { x: (event.clientX - left - x) / zoom, y: (event.clientY - top - y) / zoom };
  };
  const guideAt = (event: PointerEvent) => {
    const { guides, width, height } = currentPage(session.state);
    const point = pointOf(event);
    const reach = near / view.viewport.zoom;
    // Over the page elements are in the way: a guide is held there only where it reaches beyond the page.
    const isBeyond = point.x < 0 || point.y < 0 || point.x > width || point.y > height;
    const index = isBeyond
      ? guides.findIndex(({ axis, position }) => Math.abs(point[axis] - position) <= reach)
      : -1;
    return index < 0 ? null : { index, axis: guides[index]!.axis };
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || session.state.editing) return;
    held = guideAt(event);
    if (!held) return;
    event.preventDefault();
    event.stopPropagation();
    board.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    const at = held ?? (event.buttons === 0 ? guideAt(event) : null);
    board.dataset.guide = at ? at.axis : '';
    if (!held) return;
    event.stopPropagation();
    line.show(held.axis, event);
  };
  const onUp = (event: PointerEvent) => {
    if (!held) return;
    const { index, axis } = held;
    held = null;
    line.hide();
    event.stopPropagation();
    const page = currentPage(session.state);
    const position = Math.round(pointOf(event)[axis] * 2) / 2;
    const isOnPage = position >= 0 && position <= (axis === 'x' ? page.width : page.height);
    if (isOnPage) session.run('guide.move', { index, position });
    else session.run('guide.remove', { index });
  };
  const onCancel = () => {
    held = null;
    line.hide();
  };
  const options = { capture: true };
  board.addEventListener('pointerdown', onDown, options);
  board.addEventListener('pointermove', onMove, options);
  board.addEventListener('pointerup', onUp, options);
  board.addEventListener('pointercancel', onCancel, options);
  return () => {
    line.hide();
    board.removeEventListener('pointerdown', onDown, options);
    board.removeEventListener('pointermove', onMove, options);
    board.removeEventListener('pointerup', onUp, options);
    board.removeEventListener('pointercancel', onCancel, options);
  };
}
