import type { CanvasView } from '../canvas/view.ts';
import type { Point } from '../model/index.ts';
import { drag, fileDrop } from '../session/drag-data.ts';
import type { EditorSession } from '../session/session.ts';

/** Takes what is dragged onto the page from the panels, and files, until the returned function is called. */
export function receiveDrops(session: EditorSession, view: CanvasView, board: HTMLElement): () => void {
  const pointOf = ({ clientX, clientY }: DragEvent): Point => {
    const { left, top } = board.getBoundingClientRect();
    const { zoom, x, y } = view.viewport;
    return { x: (clientX - left - x) / zoom, y: (clientY - top - y) / zoom };
  };
  const onOver = (event: DragEvent) => {
    const hasFiles = event.dataTransfer?.types.includes('Files') === true && fileDrop.receive !== null;
    if (!drag.current && !hasFiles) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  };
  const onDrop = (event: DragEvent) => {
    const drop = drag.current;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!drop && files.length === 0) return;
    event.preventDefault();
    const at = pointOf(event);
    if (drop) drop(session, at);
    else fileDrop.receive?.(session, files, at);
    drag.current = null;
    board.focus({ preventScroll: true });
  };
  board.addEventListener('dragover', onOver);
  board.addEventListener('drop', onDrop);
  return () => {
    board.removeEventListener('dragover', onOver);
    board.removeEventListener('drop', onDrop);
  };
}
