import { type DesignElement, languages } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { a4Landscape, letterPortrait, square } from '../catalog/drawing-page.ts';
import { defineDesign, printedElements } from '../document.ts';
import { kindOf } from '../elements/index.ts';
import { blockCategories, blocks } from './index.ts';

const pages = [a4Landscape, letterPortrait, square];
const counter = () => {
  let count = 0;
  return () => {
    count += 1;
    return `id${count}`;
  };
};

describe('the blocks', () => {
  it('have unique keys and are of every category', () => {
    expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
    expect(new Set(blocks.map(({ category }) => category))).toEqual(new Set(blockCategories));
  });

  it.each(blocks)('$key is a group in the middle of the page, of its size', ({ size, build }) => {
    for (const page of pages) {
      const box = size(page);
      expect(box.width).toBeLessThanOrEqual(page.width);
      expect(box.height).toBeLessThanOrEqual(page.height);
      const group = build({ language: 'es', page, ids: counter() });
      expect(group).toMatchObject({ type: 'group', ...box });
      expect(group.x + box.width / 2).toBeCloseTo(page.width / 2, 1);
      expect(group.y + box.height / 2).toBeCloseTo(page.height / 2, 1);
    }
  });

  it.each(blocks)('$key keeps its elements within its size', ({ build }) => {
    for (const page of pages) {
      const group = build({ language: 'pt', page, ids: counter() });
      const children: readonly DesignElement[] = kindOf(group).children(group);
      expect(children.length).toBeGreaterThan(0);
      for (const { id, x, y, width, height } of children) {
        expect([id, x >= -0.01, y >= -0.01]).toEqual([id, true, true]);
        expect([id, x + width <= group.width + 0.01, y + height <= group.height + 1]).toEqual([
          id,
          true,
          true,
        ]);
      }
    }
  });

  it.each(blocks)('$key is valid in a design when it is dropped twice, in every language', ({ build }) => {
    for (const language of languages) {
      for (const page of pages) {
        const ids = counter();
        const elements = [1, 2].map(() => build({ language, page, ids }));
        const design = defineDesign({ version: 2, pages: [{ id: 'page', ...page, elements }] });
        expect(
          [...printedElements(design.pages[0]!.elements)].flatMap((one) => kindOf(one).problems(one)),
        ).toEqual([]);
        expect(JSON.stringify(design).length).toBeLessThan(130_000);
      }
    }
  });
});
