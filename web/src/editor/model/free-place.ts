import type { DesignPage } from '@sello/contracts';
import type { Box } from '@sello/design';
import { boundsOfBoxes, type Point } from './geometry.ts';

/** How far a copy lies from its original, and something new from what was added before, in points. */
export const copyOffset = 10;

/** Something as large as that share of the page is a ground or a frame, on which other things lie in the middle. */
const groundShare = 0.8;
/** Two places that differ by less look the same, in points. */
const near = 0.5;

const isNear = (a: Point, b: Point): boolean => Math.abs(a.x - b.x) < near && Math.abs(a.y - b.y) < near;

/**
 * Where the middle of something new goes that nobody placed: where such things begin, which is the middle of the page, or
 * beside it while something that was added in the same way still lies there. What is added lies exactly above nothing.
 */
export function freeMiddle(
  page: DesignPage,
  added: readonly Box[],
  from: Point = { x: page.width / 2, y: page.height / 2 },
): Point {
  const { left, top, right, bottom } = boundsOfBoxes(added);
  const half = { x: (right - left) / 2, y: (bottom - top) / 2 };
  const taken = page.elements.flatMap((element) => {
    const isGround = element.width >= page.width * groundShare && element.height >= page.height * groundShare;
    if (isGround) return [];
    const of = boundsOfBoxes([element]);
    const corner = { x: of.left + half.x, y: of.top + half.y };
    // A text that has grown since has another middle, and its corner where it was.
    return [{ x: (of.left + of.right) / 2, y: (of.top + of.bottom) / 2 }, corner];
  });
  /** Steps until the middle would leave the page; then the next row of steps begins further to the right. */
  const steps = Math.max(1, Math.floor(Math.min(page.width - from.x, page.height - from.y) / copyOffset));
  let place = from;
  for (let step = 1; step <= taken.length && taken.some((one) => isNear(one, place)); step++) {
    const along = (step % steps) * copyOffset;
    const row = Math.floor(step / steps) * copyOffset * 2;
    place = { x: from.x + along + row, y: from.y + along };
  }
  return place;
}
