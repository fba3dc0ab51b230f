import type { DesignElement, PreflightRisk } from '@sello/contracts';
import { kindOf } from '@sello/design';

interface Point {
  x: number;
  y: number;
}
/** From the coordinates of an element's parent to those of the page, in points, y downwards. */
type ToPage = (point: Point) => Point;

/**
 * Where an element is on its page, as shares of the page and within it: the upright box around its own, which is rotated
 * with it and with every group that it is in. `undefined` if no element has the id.
 */
export function markOf(
  page: { width: number; height: number; elements: readonly DesignElement[] },
  elementId: string | undefined,
): PreflightRisk['mark'] {
  const corners = elementId === undefined ? undefined : cornersOf(page.elements, elementId, (point) => point);
  if (corners === undefined) return undefined;
  const across = corners.map(({ x }) => share(x, page.width));
  const down = corners.map(({ y }) => share(y, page.height));
  const [x, y] = [Math.min(...across), Math.min(...down)];
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y };
}

/** The corners of an element on the page. */
function cornersOf(
  elements: readonly DesignElement[],
  elementId: string,
  toPage: ToPage,
): readonly Point[] | undefined {
  for (const element of elements) {
    const { width, height } = element;
    const fromBox = outOf(element, toPage);
    if (element.id === elementId) {
      const corners = [
        ...[
          { x: 0, y: 0 },
          { x: width, y: 0 },
        ],
        ...[
          { x: width, y: height },
          { x: 0, y: height },
        ],
      ];
      return corners.map(fromBox);
    }
    const within = cornersOf(kindOf(element).children(element), elementId, fromBox);
    if (within) return within;
  }
  return undefined;
}

/** From the coordinates within an element's box, which is rotated clockwise about its centre, to the page. */
function outOf({ x, y, width, height, rotation }: DesignElement, toPage: ToPage): ToPage {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfWidth, halfHeight] = [width / 2, height / 2];
  return (point) => {
    const [right, below] = [point.x - halfWidth, point.y - halfHeight];
    return toPage({
      x: x + halfWidth + right * cos - below * sin,
      y: y + halfHeight + right * sin + below * cos,
    });
  };
}

const share = (points: number, whole: number): number => Math.min(1, Math.max(0, points / whole));
