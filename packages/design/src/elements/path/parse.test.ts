import { describe, expect, it } from 'vitest';
import { type PathStep, parsePath } from './parse.ts';

const end = (steps: PathStep[]) => {
  const last = steps.at(-1);
  return last && last.kind !== 'close'
    ? [last.x, last.y].map((value) => Math.round(value * 1000) / 1000)
    : null;
};

describe('parsePath', () => {
  it('reads absolute and relative commands, repeated operands and numbers without separators', () => {
    expect(parsePath('M1-2l3.5.5 1,1H10v-4Z')).toEqual([
      { kind: 'move', x: 1, y: -2 },
      { kind: 'line', x: 4.5, y: -1.5 },
      { kind: 'line', x: 5.5, y: -0.5 },
      { kind: 'line', x: 10, y: -0.5 },
      { kind: 'line', x: 10, y: -4.5 },
      { kind: 'close' },
    ]);
  });

  it('reflects the control point of the previous curve for S and T', () => {
    const steps = parsePath('M0 0C0 1 1 2 2 2S4 1 4 0');
    expect(steps[2]).toEqual({ kind: 'curve', x1: 3, y1: 2, x2: 4, y2: 1, x: 4, y: 0 });
    expect(end(parsePath('M0 0Q1 1 2 0T4 0'))).toEqual([4, 0]);
  });

  it('converts an arc to curves that stay on the circle and have the same end point', () => {
    const steps = parsePath('M10 0A10 10 0 1 1 0-10');
    expect(end(steps)).toEqual([0, -10]);
    expect(steps).toHaveLength(4);
    for (const step of steps.slice(1))
      if (step.kind === 'curve') expect(Math.hypot(step.x, step.y)).toBeCloseTo(10, 6);
    expect(end(parsePath('m0 0a5 5 0 0110 0'))).toEqual([10, 0]);
  });

  it('draws a line for an arc whose radii are too large to calculate with', () => {
    expect(parsePath('M0 0A1e200 1e200 0 0 1 5 5')).toEqual([
      { kind: 'move', x: 0, y: 0 },
      { kind: 'line', x: 5, y: 5 },
    ]);
  });

  it('starts the next subpath at the start of the closed one', () => {
    expect(end(parsePath('M5 5h10v10zl1 1'))).toEqual([6, 6]);
  });

  it.each(['L1 1', 'M1', 'M1 1 X2', 'M0 0 C1 2 3', 'M0 0 Z 4', 'javascript'])('rejects %s', (d) => {
    expect(() => parsePath(d)).toThrow(SyntaxError);
  });
});
