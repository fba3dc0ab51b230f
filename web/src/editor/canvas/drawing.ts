import type { DesignElement, ImageElement } from '@sello/contracts';
import {
  type Fonts,
  fillElement,
  type ImageSize,
  isLeftOut,
  kindOf,
  type PrintedText,
  type TextSetting,
} from '@sello/design';
import { painters } from './elements/index.ts';
import type { CanvasPainter, Context, Drawing, SheetOf } from './elements/painter.ts';

/** What measuring the elements of a design needs. */
export interface DrawingTools {
  fonts: Fonts;
  setting: TextSetting;
  /** The size of an image; null when there is none. Throws `Pending` while it is being fetched. */
  image(source: ImageElement['source']): ImageSize | null;
  signed: boolean;
  /** Null: texts are drawn with the names of their variables. */
  print: ((content: string) => PrintedText) | null;
}

/**
 * Fills and measures an element as the renderer does; null when nothing of it is printed. Throws `Pending`, and what
 * measuring throws.
 */
export function drawingOf(element: DesignElement, tools: DrawingTools): Drawing | null {
  if (element.hidden || element.opacity === 0) return null;
  const { print, image } = tools;
  const hasImage = (name: string) => image({ kind: 'variable', name }) !== null;
  if (print && isLeftOut(element, { print, hasImage })) return null;
  const kind = kindOf(element);
  const filled = print ? fillElement(element, print, tools.setting.locale) : element;
  const measured = kind.measure(filled, { ...tools, image });
  if (!measured) return null;
  const children = kind.children(element).flatMap((child) => drawingOf(child, tools) ?? []);
  const problems = [...measured.problems, ...children.flatMap((child) => child.problems)];
  const { id, opacity, x, y, width, height, rotation } = element;
  const box = { x, y, width, height, rotation };
  return { id, box, opacity, element: filled, layout: measured.layout, children, problems };
}

/** Canvases for what is laid on the page at one opacity, one for each depth of groups. */
const layers: HTMLCanvasElement[] = [];
let depth = 0;

function asOnePicture(ctx: Context, opacity: number, paint: (ctx: Context) => void): void {
  layers[depth] ??= document.createElement('canvas');
  const layer = layers[depth] as HTMLCanvasElement;
  if (layer.width !== ctx.canvas.width || layer.height !== ctx.canvas.height) {
    layer.width = ctx.canvas.width;
    layer.height = ctx.canvas.height;
  }
  const own = layer.getContext('2d') as Context;
  own.reset();
  own.setTransform(ctx.getTransform());
  depth += 1;
  try {
    paint(own);
  } finally {
    depth -= 1;
  }
  ctx.save();
  ctx.resetTransform();
  ctx.globalAlpha = opacity;
  ctx.drawImage(layer, 0, 0);
  ctx.restore();
}

/** Paints a drawing whose box begins at the origin, without its rotation. */
export function paintUpright(ctx: Context, drawing: Drawing, of: SheetOf): void {
  const { element, layout, children, opacity } = drawing;
  const painter = painters[element.type] as CanvasPainter;
  const paint = (own: Context) =>
    painter.paint(
      element,
      layout,
      { ...of, ctx: own, child: (child) => paintDrawing(own, child, of) },
      children,
    );
  if (opacity >= 1) paint(ctx);
  else asOnePicture(ctx, opacity, paint);
}

/** Paints a drawing in its parent's coordinates, which those of the page are for an element of its own. */
export function paintDrawing(ctx: Context, drawing: Drawing, of: SheetOf): void {
  const { x, y, width, height, rotation } = drawing.box;
  ctx.save();
  ctx.translate(x + width / 2, y + height / 2);
  if (rotation % 360 !== 0) ctx.rotate((rotation * Math.PI) / 180);
  ctx.translate(-width / 2, -height / 2);
  paintUpright(ctx, drawing, of);
  ctx.restore();
}
