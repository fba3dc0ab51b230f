import { parsePath } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { drawingOf, type PointerSample } from './index.ts';

import { buildDesign, Editor, Random } from './model.fixture.ts';

const pen = { width: 2, color: '#1c1a17' };
const wave = (count: number, pressure: (index: number) => number = () => 0.5): PointerSample[] =>
  Array.from({ length: count }, (_, index) => ({
    x: 100 + index / 2,
    y: 50 + 20 * Math.sin(index / 12),
    pressure: pressure(index),
  }));

/** The end points of the path. */
const pointsOf = (d: string) =>
  parsePath(d).flatMap((step) => (step.kind === 'close' ? [] : [{ x: step.x, y: step.y }]));

describe('a drawn signature', () => {
  it('of a mouse is a smooth line that stays near its samples and has far fewer points', () => {
    const samples = wave(400);
    const drawing = drawingOf([samples], pen)!;
    expect(drawing).toMatchObject({ fill: null, stroke: '#1c1a17', strokeWidth: 2 });
    const points = pointsOf(drawing.d);
    expect(points.length).toBeLessThan(120);
    for (const { x, y } of points) {
      expect(Math.min(...samples.map((sample) => Math.hypot(sample.x - x, sample.y - y)))).toBeLessThan(0.6);
    }
    expect(points[0]).toEqual({ x: 100, y: 50 });
    const [left, top, width, height] = drawing.viewBox;
    expect([left, width]).toEqual([99, expect.closeTo(201.5, 1)]);
    expect(top).toBeLessThan(32);
    expect(top + height).toBeGreaterThan(69);
  });

  it('of a pen is an outline that is wider where it was pressed', () => {
    const drawing = drawingOf([wave(200, (index) => index / 200)], pen)!;
    expect(drawing).toMatchObject({ fill: '#1c1a17', stroke: null });
    const flat = Array.from({ length: 100 }, (_, index) => ({ x: index, y: 0, pressure: index / 100 }));
    const heights = pointsOf(drawingOf([flat], pen)!.d);
    const near = (x: number) =>
      Math.max(...heights.filter((point) => Math.abs(point.x - x) < 6).map(({ y }) => Math.abs(y)));
    expect(near(95)).toBeGreaterThan(near(5) * 2);
  });

  it('can be a dot, and is nothing without samples', () => {
    expect(drawingOf([[{ x: 5, y: 5, pressure: 0.5 }]], pen)).toMatchObject({ viewBox: [4, 4, 2, 2] });
    expect(drawingOf([], pen)).toBeNull();
    expect(drawingOf([[{ x: Number.NaN, y: 1, pressure: 1 }]], pen)).toBeNull();
  });

  it('has a bounded length, whatever was scribbled', () => {
    const random = new Random(3);
    const scribble = Array.from({ length: 60_000 }, () => ({
      ...{ x: random.between(0, 5_000), y: random.between(0, 5_000), pressure: random.next() },
    }));
    expect(drawingOf([scribble], pen)!.d.length).toBeLessThanOrEqual(100_000);
    expect(
      drawingOf(
        scribble.map((sample) => [sample]),
        pen,
      )!.d.length,
    ).toBeLessThanOrEqual(100_000);
  });

  it('is a valid element of the design', () => {
    const drawing = drawingOf([wave(50), wave(20, (index) => index / 20)], pen)!;
    const [, , width, height] = drawing.viewBox;
    const editor = new Editor(buildDesign()).run('add.path', { properties: { ...drawing, width, height } });
    expect(editor.design.pages[0]!.elements[0]).toMatchObject({ d: drawing.d, width, height });
  });
});
