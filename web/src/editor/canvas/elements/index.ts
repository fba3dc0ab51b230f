import type { ElementOf, ElementType, GroupElement } from '@sello/contracts';
import type { ElementLayout } from '@sello/design';
import { barcode, qr } from './codes.ts';
import { image } from './image.ts';
import type { CanvasPainter } from './painter.ts';
import { ellipse, line, path, rectangle } from './shapes.ts';
import { table, text } from './texts.ts';

const group: CanvasPainter<GroupElement, null> = {
  paint: (_element, _layout, sheet, children) => children.forEach(sheet.child),
};

/** One painter for each element type; a type without an entry does not compile. */
export const painters: { [Type in ElementType]: CanvasPainter<ElementOf<Type>, ElementLayout<Type>> } = {
  text,
  image,
  rectangle,
  ellipse,
  line,
  path,
  qr,
  barcode,
  table,
  // A signature is a text that only signed certificates print.
  signature: text,
  group,
};
