import { type DesignElement, designPage } from '@sello/contracts';
import {
  currentPage,
  drawingOf,
  freeMiddle,
  newId,
  type Pen,
  type Point,
  type PointerSample,
} from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';

/** The samples of one stroke, in CSS pixels of the pad. */
export type Stroke = readonly PointerSample[];

/** Widths of the pens in CSS pixels. */
export const pens = { fine: 2, medium: 3.2, broad: 5 } as const;
export type PenName = keyof typeof pens;
export const penNames = Object.keys(pens) as PenName[];

/** A new signature is as wide as this share of the page. */
const share = 0.18;

/** Draws strokes as they will be placed: by the same curves. */
export function drawStrokes(canvas: HTMLCanvasElement, strokes: readonly Stroke[], pen: Pen): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(ratio, ratio);
  const drawing = drawingOf(strokes, pen);
  if (!drawing) return;
  const path = new Path2D(drawing.d);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  if (drawing.fill) {
    context.fillStyle = drawing.fill;
    context.fill(path);
  }
  if (drawing.stroke) {
    context.strokeStyle = drawing.stroke;
    context.lineWidth = drawing.strokeWidth;
    context.stroke(path);
  }
}

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
