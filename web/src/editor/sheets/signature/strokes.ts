import { type DesignElement, designPage } from '@sello/contracts';
import type { Stroke } from '../../../ui/drawing/strokes.ts';
import { currentPage, drawingOf, freeMiddle, newId, type Pen, type Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';

/** A new signature is as wide as this share of the page. */
const share = 0.18;

/** The strokes as an element in the lower part of the page; null when nothing was drawn. */
export function signatureOf(
  session: EditorSession,
  strokes: readonly Stroke[],
  pen: Pen,
  alt: string,
): { elements: DesignElement[]; at: Point } | null {
  const drawing = drawingOf(strokes, pen);
  if (!drawing) return null;
  const page = currentPage(session.state);
  const [, , across, down] = drawing.viewBox;
  const scale = Math.min((page.width * share) / across, (page.height * share) / down);
  const element = designPage.shape.elements.element.parse({
    ...{ type: 'path', id: newId(), name: alt, alt, x: 0, y: 0 },
    ...{ width: across * scale, height: down * scale },
    ...{ ...drawing, strokeWidth: drawing.strokeWidth * scale },
  });
  return {
    elements: [element],
    at: freeMiddle(page, [element], { x: page.width / 2, y: page.height * 0.75 }),
  };
}
