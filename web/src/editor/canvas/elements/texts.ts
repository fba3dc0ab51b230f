import type { SignatureElement, TableElement, TextElement } from '@sello/contracts';
import type { TableLayout, TextLayout } from '@sello/design';
import { paintText } from '../text/paint.ts';
import { rectanglePath } from './outlines.ts';
import type { CanvasPainter } from './painter.ts';

export const text: CanvasPainter<TextElement | SignatureElement, TextLayout> = {
  paint({ fit, width, height }, layout, { ctx }) {
    if (fit !== 'clip') {
      paintText(ctx, layout);
      return;
    }
    ctx.save();
    ctx.clip(rectanglePath(0, 0, width, height));
    paintText(ctx, layout);
    ctx.restore();
  },
};

export const table: CanvasPainter<TableElement, TableLayout> = {
  paint(_, { areas, cells }, { ctx }) {
    for (const { x, y, width, height, fill } of areas) {
      ctx.fillStyle = fill;
      ctx.fillRect(x, y, width, height);
    }
    for (const { x, y, layout } of cells) {
      ctx.save();
      ctx.translate(x, y);
      paintText(ctx, layout);
      ctx.restore();
    }
  },
};
