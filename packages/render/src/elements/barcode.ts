import type { BarcodeElement } from '@sello/contracts';
import type { BarcodeLayout } from '@sello/design';
import { rectanglePath } from '../pdf/outlines.ts';
import { colorOperands, real } from '../pdf/syntax.ts';
import { describedAs, never, noPassage, nothing, type Painter } from './painter.ts';

export const barcode: Painter<BarcodeElement, BarcodeLayout> = {
  prepare: nothing,
  changesState: never,
  overlaps: ({ background }) => background !== null,
  passage: noPassage,
  reading: (element, _, texts) => describedAs(element, texts.barcode(element.content), texts),
  paint(element, { bars }, frame) {
    const { width, height, fill, background } = element;
    const bottom = frame.y - height;
    const ground = background
      ? [`${colorOperands(background)} rg ${rectanglePath(frame, width, height, 0)} f`]
      : [];
    const drawn = bars.map(
      (bar) => `${real(frame.x + bar.x)} ${real(bottom)} ${real(bar.width)} ${real(height)} re`,
    );
    return [...ground, `${colorOperands(fill)} rg`, ...drawn, 'f'].join('\n');
  },
};
