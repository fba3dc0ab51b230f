import { describe, expect, it } from 'vitest';
import { parseDesign } from '../document.ts';
import { elements, kindOf } from './index.ts';

const kinds = Object.values(elements);
const inDesign = (sample: unknown) =>
  parseDesign({ version: 2, pages: [{ id: 'page', width: 400, height: 300, elements: [sample] }] });

describe.each(kinds.map((kind) => [kind.type, kind] as const))('the sample of %s', (type, kind) => {
  const parsed = inDesign(kind.sample('new'));

  it('is a valid element of its type without problems', () => {
    expect(parsed).toMatchObject({ ok: true, design: { pages: [{ elements: [{ id: 'new', type }] }] } });
    const element = parsed.ok && parsed.design.pages[0]?.elements[0];
    if (!element) return;
    expect(kindOf(element).problems(element)).toEqual([]);
    expect(kindOf(element).cost(element)).toBeGreaterThanOrEqual(0);
  });

  it('fills all of its texts and replaces its children', () => {
    const element = parsed.ok && parsed.design.pages[0]?.elements[0];
    if (!element) return;
    const general = kindOf(element);
    const filled = general.fill(element, (content) => `<${content}>`);
    expect(general.texts(filled)).toEqual(general.texts(element).map((content) => `<${content}>`));
    const children = general.children(element);
    expect(general.children(general.withChildren(element, [...children]))).toEqual(children);
  });

  it('has bounds that contain its rotated box', () => {
    const element = parsed.ok && parsed.design.pages[0]?.elements[0];
    if (!element) return;
    const { left, right, top, bottom } = kindOf(element).bounds({ ...element, rotation: 30 });
    expect(left).toBeLessThanOrEqual(element.x);
    expect(right).toBeGreaterThanOrEqual(element.x + element.width);
    // Rotation makes a flat box taller.
    expect(bottom - top).toBeGreaterThan(element.height);
  });
});
