import type { ElementType } from '@sello/contracts';
import type { ComponentType } from 'react';

/** What the inspector shows of each type of element, above its place. A new type does not compile without it. */
export const sectionsOf: Readonly<Record<ElementType, readonly ComponentType[]>> = {
  text: [],
  image: [],
  rectangle: [],
  ellipse: [],
  line: [],
  path: [],
  qr: [],
  barcode: [],
  table: [],
  signature: [],
  group: [],
};
