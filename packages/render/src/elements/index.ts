import type { DesignElement, GroupElement } from '@sello/contracts';
import { real } from '../pdf/syntax.ts';
import { paintImage } from './image.ts';
import type { Frame, Paint, PaintContext } from './paint.ts';
import { paintQr } from './qr.ts';
import { paintEllipse, paintLine, paintPath, paintRectangle } from './shapes.ts';
import { paintText } from './text.ts';

const paintGroup: Paint<GroupElement> = (element, frame, context) =>
  element.elements
    .map((child) => paintElement(child, { x: frame.x, y: frame.y }, context))
    .filter((operators) => operators !== '')
    .join('\n');

/** One painter for each type of element; a type without one does not compile. */
const painters: { [Type in DesignElement['type']]: Paint<Extract<DesignElement, { type: Type }>> } = {
  text: paintText,
  image: paintImage,
  rectangle: paintRectangle,
  ellipse: paintEllipse,
  line: paintLine,
  path: paintPath,
  qr: paintQr,
  group: paintGroup,
};

/**
 * Writes an element into a parent whose top left corner is `parent`: turned about its centre, at its opacity, inside
 * its own q and Q where it changes anything beyond its colours.
 */
export function paintElement(element: DesignElement, parent: Frame, context: PaintContext): string {
  if (element.hidden || element.opacity === 0) return '';
  const paint = painters[element.type] as Paint<DesignElement>;
  const corner = { x: parent.x + element.x, y: parent.y - element.y };
  const turned = element.rotation % 360 !== 0;
  const [halfWidth, halfHeight] = [element.width / 2, element.height / 2];
  const frame = turned ? { x: -halfWidth, y: halfHeight } : corner;
  let body = paint(element, frame, context);
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
    // Overlapping parts must not show through each other: the whole becomes one picture first.
    if (element.type === 'group') {
      const reach = 2 * (element.width + element.height) + 14_400;
      const bounds = [frame.x - reach, frame.y - reach, frame.x + reach, frame.y + reach] as const;
      body = `/${context.resources.form(body, [...bounds])} Do`;
    }
  }
  const outlined = 'stroke' in element && element.stroke !== null;
  if (state.length === 0 && !outlined) return body;
  return ['q', ...state, body, 'Q'].join('\n');
}
