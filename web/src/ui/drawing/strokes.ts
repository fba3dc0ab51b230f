import { drawingOf, type Pen, type PointerSample } from './drawing.ts';

/** The samples of one stroke, in CSS pixels of the pad. */
export type Stroke = readonly PointerSample[];

/** Widths of the pens in CSS pixels. */
export const pens = { fine: 2, medium: 3.2, broad: 5 } as const;
export type PenName = keyof typeof pens;
export const penNames = Object.keys(pens) as PenName[];

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
