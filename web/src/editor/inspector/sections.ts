import type { ElementType } from '@sello/contracts';
import type { ComponentType } from 'react';
import { Barcode, QrCode } from './code/Code.tsx';
import { Group, SignatureNote } from './Group.tsx';
import { Picture } from './image/Picture.tsx';
import { Fill } from './shape/Fill.tsx';
import { Outline } from './shape/Outline.tsx';
import { PathData } from './shape/PathData.tsx';
import { Columns, Grid, Rows } from './table/Table.tsx';
import { Fit } from './text/Fit.tsx';
import { Letters } from './text/Letters.tsx';
import { Words } from './text/Words.tsx';

/** What the inspector shows of each type of element, around its place. A new type does not compile without it. */
export const sectionsOf: Readonly<Record<ElementType, readonly ComponentType[]>> = {
  text: [Words, Letters, Fit],
  image: [Picture],
  rectangle: [Fill, Outline],
  ellipse: [Fill, Outline],
  line: [Outline],
  path: [Fill, PathData, Outline],
  qr: [QrCode],
  barcode: [Barcode],
  table: [Rows, Columns, Letters, Grid],
  signature: [SignatureNote, Words, Letters, Fit],
  group: [Group],
};
