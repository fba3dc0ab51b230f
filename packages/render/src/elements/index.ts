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

/** One painter for each type of element; a type without one does not compile. */
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

/** What painting an element needs to know besides the element. */
export interface PaintContext extends MeasureTools {
  resources: Resources;
}

/**
 * Writes an element into a parent whose top left corner is `parent`: its variables filled, turned about its centre, at
 * its opacity, inside its own q and Q where it changes anything beyond its colours. Throws AppError for what keeps it
 * from printing.
 */
export function paintElement(element: DesignElement, parent: Frame, context: PaintContext): string {
  if (element.hidden || element.opacity === 0) return '';
  const { element: filled, measured } = measureElement(element, context);
  if (!measured) return '';
  if (measured.problems.length > 0) throw problemErrors(element, measured)[0] as Error;
  const painter = painterOf(element);
  const corner = { x: parent.x + element.x, y: parent.y - element.y };
  const turned = element.rotation % 360 !== 0;
  const [halfWidth, halfHeight] = [element.width / 2, element.height / 2];
  const frame = turned ? { x: -halfWidth, y: halfHeight } : corner;
  let body = painter.paint(filled, measured.layout, frame, {
    resources: context.resources,
    paint: (child, at) => paintElement(child, at, context),
  });
  if (body === '') return '';

  const state: string[] = [];
  if (turned) {
    const angle = (-element.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const matrix = [cos, sin, -sin, cos].map((value) => String(Math.round(value * 1e6) / 1e6)).join(' ');
    state.push(`${matrix} ${real(corner.x + halfWidth)} ${real(corner.y - halfHeight)} cm`);
  }
  if (element.opacity < 1) {
    state.push(`/${context.resources.opacity(element.opacity)} gs`);
    // The whole becomes one picture first.
    if (painter.overlaps(element)) {
      const reach = 2 * (element.width + element.height) + 14_400;
      const bounds = [frame.x - reach, frame.y - reach, frame.x + reach, frame.y + reach] as const;
      body = `/${context.resources.form(body, [...bounds])} Do`;
    }
  }
  if (state.length === 0 && !painter.changesState(element)) return body;
  return ['q', ...state, body, 'Q'].join('\n');
}
