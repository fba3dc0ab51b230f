import type { BarcodeElement, QrElement } from '@sello/contracts';
import type { BarcodeLayout, QrLayout } from '@sello/design';
import type { CanvasPainter, Context } from './painter.ts';

function paintGround(
  ctx: Context,
  fill: string | null,
  left: number,
  top: number,
  width: number,
  height: number,
) {
  if (fill === null) return;
  ctx.fillStyle = fill;
  ctx.fillRect(left, top, width, height);
}

/** All dark modules in one path, so that no seams show between them. */
export const qr: CanvasPainter<QrElement, QrLayout> = {
  paint({ fill, background, quietZone }, { symbol, left, top, side, module }, { ctx }) {
    paintGround(ctx, background, left, top, side, side);
    const { size, modules } = symbol;
    const path = new Path2D();
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        if (modules[row * size + column] === 0) continue;
        const first = column;
        while (column + 1 < size && modules[row * size + column + 1] === 1) column += 1;
        path.rect(first, row, column - first + 1, 1);
      }
    }
    ctx.save();
    ctx.translate(left + quietZone * module, top + quietZone * module);
    ctx.scale(module, module);
    ctx.fillStyle = fill;
    ctx.fill(path);
    ctx.restore();
  },
};

export const barcode: CanvasPainter<BarcodeElement, BarcodeLayout> = {
  paint({ width, height, fill, background }, { bars }, { ctx }) {
    paintGround(ctx, background, 0, 0, width, height);
    const path = new Path2D();
    for (const bar of bars) path.rect(bar.x, 0, bar.width, height);
    ctx.fillStyle = fill;
    ctx.fill(path);
  },
};
