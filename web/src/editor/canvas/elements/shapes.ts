import type { EllipseElement, LineElement, PathElement, RectangleElement } from '@sello/contracts';
import type { PathStep } from '@sello/design';
import { close, ellipsePath, fillAndStroke, rectanglePath } from './outlines.ts';
import type { CanvasPainter } from './painter.ts';

export const rectangle: CanvasPainter<RectangleElement, null> = {
  paint: (element, _, { ctx }) =>
    fillAndStroke(
      ctx,
      element,
      rectanglePath(0, 0, element.width, element.height, element.cornerRadius, element),
    ),
};

export const ellipse: CanvasPainter<EllipseElement, null> = {
  paint(element, _, { ctx }) {
    const [rx, ry] = [element.width / 2, element.height / 2];
    fillAndStroke(ctx, element, ellipsePath(rx, ry, rx, ry, element));
  },
};

export const line: CanvasPainter<LineElement, null> = {
  paint(element, _, { ctx }) {
    const path = new Path2D();
    path.moveTo(0, element.height / 2);
    path.lineTo(element.width, element.height / 2);
    fillAndStroke(ctx, element, path);
  },
};

export const path: CanvasPainter<PathElement, readonly PathStep[]> = {
  paint(element, steps, { ctx }) {
    const drawn = new Path2D();
    let [startX, startY] = [0, 0];
    for (const step of steps) {
      if (step.kind === 'move') [startX, startY] = [step.x, step.y];
      if (step.kind === 'close') close(drawn, element, startX, startY);
      else if (step.kind === 'curve') drawn.bezierCurveTo(step.x1, step.y1, step.x2, step.y2, step.x, step.y);
      else if (step.kind === 'move') drawn.moveTo(step.x, step.y);
      else drawn.lineTo(step.x, step.y);
    }
    fillAndStroke(ctx, element, drawn, element.fillRule);
  },
};
