import { type DesignElementInput, designPage } from '@sello/contracts';
import { expect, it } from 'vitest';
import { markOf } from './mark.ts';

const box = (over: object): DesignElementInput => ({
  ...{ type: 'rectangle', id: 'name', x: 100, y: 50, width: 200, height: 20, fill: '#000000' },
  ...over,
});
const group = (elements: DesignElementInput[], over: object): DesignElementInput => ({
  ...{ type: 'group', id: 'group', x: 0, y: 0, width: 400, height: 100, elements },
  ...over,
});

/** The mark on a page of 1,000 × 500 points, in points. */
function marked(elements: DesignElementInput[], id = 'name') {
  const page = designPage.parse({ id: 'page', width: 1_000, height: 500, elements });
  const mark = markOf(page, id);
  if (mark === undefined) return undefined;
  const { x, y, width, height } = mark;
  return [1_000 * x, 500 * y, 1_000 * width, 500 * height].map(Math.round);
}

it('marks the box of an element, of one that is rotated the upright box around it', () => {
  expect(marked([box({})])).toEqual([100, 50, 200, 20]);
  // About its centre: 200 × 20 becomes 20 × 200.
  expect(marked([box({ y: 150, rotation: 90 })])).toEqual([190, 60, 20, 200]);
  const [, , width, height] = marked([box({ y: 150, rotation: 45 })])!;
  expect([width, height]).toEqual([156, 156]);
});

it('finds a child where its groups place and rotate it', () => {
  expect(marked([group([box({})], { x: 300, y: 200 })])).toEqual([400, 250, 200, 20]);
  // Half a turn about the group’s centre (200, 50).
  expect(marked([group([box({ x: 0, y: 0 })], { rotation: 180 })])).toEqual([200, 80, 200, 20]);
  // A quarter turn clockwise: the upper left corner of the group becomes its upper right one.
  const turned = group([box({ x: 0, y: 0, width: 40 })], { x: 300, y: 200, rotation: 90 });
  expect(marked([turned])).toEqual([530, 50, 20, 40]);
  const nested = group([group([box({ x: 0, y: 0 })], { id: 'inner', rotation: 180 })], {
    ...{ rotation: 180, x: 10, y: 10 },
  });
  expect(marked([nested])).toEqual([10, 10, 200, 20]);
});

it('stays within the page, and marks nothing for an element that is not there', () => {
  expect(marked([box({ x: 900, y: 490 })])).toEqual([900, 490, 100, 10]);
  expect(marked([box({})], 'gone')).toBeUndefined();
});
