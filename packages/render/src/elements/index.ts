import type { DesignElement, ElementOf, ElementType } from '@sello/contracts';
import type { ElementLayout } from '@sello/design';
import type { Frame, Resources } from '../pdf/content.ts';
import { real } from '../pdf/syntax.ts';
import { barcode } from './barcode.ts';
import { ellipse } from './ellipse.ts';
import { group } from './group.ts';
import { image } from './image.ts';
import { line } from './line.ts';
import { type MeasureTools, measureElement, problemErrors } from './measure.ts';
import type { Painter } from './painter.ts';
import { path } from './path.ts';
import { qr } from './qr.ts';
import { rectangle } from './rectangle.ts';
import { table } from './table.ts';
import { signature, text } from './text.ts';

/** One painter for each element type; a type without an entry does not compile. */
export const painters: { [Type in ElementType]: Painter<ElementOf<Type>, ElementLayout<Type>> } = {
  text,
  image,
  rectangle,
  ellipse,
  line,
  path,
  qr,
  barcode,
  table,
  signature,
  group,
};

export function painterOf(element: DesignElement): Painter {
  return painters[element.type];
}

/** Dependencies of `paintElement`. */
export interface PaintContext extends MeasureTools {
  resources: Resources;
}

/**
 * Returns the PDF operators of an element whose parent's top left corner is `parent`: with its variables filled,
 * rotated about its centre, at its opacity, and between q and Q when it changes more of the graphics state than
 * colours. Throws what `measureElement` throws, and the first of `problemErrors`.
 */
export function paintElement(element: DesignElement, parent: Frame, context: PaintContext): string {
  if (element.hidden || element.opacity === 0) return '';
  const { element: filled, measured } = measureElement(element, context);
  if (!measured) return '';
  if (measured.problems.length > 0) throw problemErrors(element, measured)[0] as Error;
  const painter = painterOf(element);
  const corner = { x: parent.x + element.x, y: parent.y - element.y };
  const isRotated = element.rotation % 360 !== 0;
  const [halfWidth, halfHeight] = [element.width / 2, element.height / 2];
  const frame = isRotated ? { x: -halfWidth, y: halfHeight } : corner;
  let body = painter.paint(filled, measured.layout, frame, {
    resources: context.resources,
    paint: (child, at) => paintElement(child, at, context),
  });
  if (body === '') return '';

  const state: string[] = [];
  if (isRotated) {
    const angle = (-element.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const matrix = [cos, sin, -sin, cos].map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');
    state.push(`${matrix} ${real(corner.x + halfWidth)} ${real(corner.y - halfHeight)} cm`);
  }
  if (element.opacity < 1) {
    state.push(`/${context.resources.opacity(element.opacity)} gs`);
    // A transparency group composites overlapping parts before the opacity is applied.
    if (painter.overlaps(element)) {
      // Large enough for children outside the box: 14,400 is the largest page size in points.
      const margin = 2 * (element.width + element.height) + 14_400;
      const bounds = [frame.x - margin, frame.y - margin, frame.x + margin, frame.y + margin] as const;
      body = `/${context.resources.form(body, [...bounds])} Do`;
    }
  }
  if (state.length === 0 && !painter.changesState(element)) return body;
  return ['q', ...state, body, 'Q'].join('\n');
}
