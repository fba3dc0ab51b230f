import type { Box } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { boundsOfBoxes, type SnapSpace, snapMove, snapResize } from './index.ts';

import { Random } from './model.fixture.ts';

const box = (x: number, y: number, width = 40, height = 20, rotation = 0): Box => ({
  x,
  y,
  width,
  height,
  rotation,
});
const space = (others: Box[], more: Partial<SnapSpace> = {}): SnapSpace => ({
  ...{ others, page: { width: 800, height: 600 }, guides: [], tolerance: 4 },
  ...more,
});

describe('moving', () => {
  it('snaps to edges and centres of others, and draws the line over both', () => {
    const snap = snapMove([box(103, 370)], space([box(100, 100, 60, 20)]));
    expect(snap).toEqual({
      ...{ dx: -3, dy: 0 },
      lines: [{ kind: 'edge', axis: 'x', position: 100, from: 100, to: 390 }],
    });
    expect(snapMove([box(108, 370)], space([box(100, 100, 60, 20)])).lines).toMatchObject([
      { kind: 'centre', position: 130 },
    ]);
  });

  it('snaps to guides first, and to the edges and the centre of the page', () => {
    const guided = snapMove(
      [box(102, 370)],
      space([box(100, 100)], { guides: [{ axis: 'x', position: 100 }] }),
    );
    // Edge and centre of the other box are drawn where they agree with the guide.
    expect(guided.lines[0]).toEqual({ kind: 'guide', axis: 'x', position: 100, from: 0, to: 600 });
    expect(guided.lines.map(({ kind }) => kind)).toEqual(['guide', 'edge', 'centre']);
    const centred = snapMove([box(378, 291)], space([]));
    expect(centred).toMatchObject({ dx: 2, dy: -1 });
    expect(centred.lines).toMatchObject([
      { kind: 'page', position: 400 },
      { kind: 'page', position: 300 },
    ]);
    expect(snapMove([box(758, 5)], space([]))).toMatchObject({ dx: 2, dy: 0 });
  });

  it('snaps to equal gaps: beside a row, and in the middle of one', () => {
    const row = [box(100, 100), box(160, 105)];
    // A gap of 20 between them; the next one begins at 220.
    const after = snapMove([box(222, 102)], space(row, { tolerance: 2.5 }));
    expect(after.dx).toBe(-2);
    expect(after.lines.filter(({ kind }) => kind === 'gap')).toMatchObject([
      { axis: 'x', from: 140, to: 160 },
      { axis: 'x', from: 200, to: 220 },
    ]);
    expect(snapMove([box(41, 103)], space(row, { tolerance: 2 })).dx).toBe(-1);
    const between = snapMove(
      [box(171, 100, 11, 20)],
      space([box(100, 100), box(210, 100)], { tolerance: 2 }),
    );
    expect(between.dx).toBe(-1.5);
    expect(between.lines.filter(({ kind }) => kind === 'gap')).toHaveLength(2);
  });

  it('counts rotated boxes by what is seen', () => {
    // 40 × 20 turned by 90° is seen from 110 to 130.
    expect(snapMove([box(112, 400, 20, 20)], space([box(100, 100, 40, 20, 90)]))).toMatchObject({ dx: -2 });
  });

  it('never moves farther than the tolerance, lands on what it says, and stays once it has snapped', () => {
    const random = new Random(11);
    for (let round = 0; round < 400; round += 1) {
      const others = Array.from({ length: random.between(0, 8) }, () =>
        box(
          random.between(0, 760),
          random.between(0, 580),
          random.between(1, 200),
          random.between(1, 90),
          random.pick([0, 0, 90, 33]),
        ),
      );
      const guides = Array.from({ length: random.between(0, 3) }, () => ({
        ...{ axis: random.pick(['x', 'y'] as const), position: random.between(0, 600) },
      }));
      const moving = [
        box(random.next() * 760, random.next() * 580, random.between(1, 150), random.between(1, 90)),
      ];
      const where = space(others, { guides, tolerance: random.between(1, 8) });
      const { dx, dy, lines } = snapMove(moving, where);
      expect(Math.abs(dx)).toBeLessThanOrEqual(where.tolerance);
      expect(Math.abs(dy)).toBeLessThanOrEqual(where.tolerance);
      if (dx !== 0) expect(lines.some(({ axis }) => axis === 'x')).toBe(true);
      const snapped = moving.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy }));
      const { left, top, right, bottom } = boundsOfBoxes(snapped);
      for (const line of lines.filter(({ kind }) => kind !== 'gap')) {
        const edges =
          line.axis === 'x' ? [left, (left + right) / 2, right] : [top, (top + bottom) / 2, bottom];
        expect(Math.min(...edges.map((edge) => Math.abs(edge - line.position)))).toBeLessThan(1e-6);
      }
      const gaps = (axis: 'x' | 'y') => lines.filter((line) => line.kind === 'gap' && line.axis === axis);
      for (const axis of ['x', 'y'] as const) {
        const [first] = gaps(axis);
        if (first)
          expect(
            gaps(axis).some(
              (gap) => gap !== first && Math.abs(gap.to - gap.from - (first.to - first.from)) < 1e-6,
            ),
          ).toBe(true);
      }
      if (dx === 0 || dy === 0) continue;
      const again = snapMove(snapped, where);
      expect([Math.abs(again.dx), Math.abs(again.dy)].every((by) => by < 1e-6)).toBe(true);
    }
  });
});

describe('resizing', () => {
  it('snaps the dragged edges alone, and never past the opposite one', () => {
    const bounds = { left: 103, top: 200, right: 137, bottom: 251 };
    const snap = snapResize(
      bounds,
      { x: 'right', y: 'bottom' },
      space([box(100, 100)], { guides: [{ axis: 'y', position: 250 }] }),
    );
    expect(snap).toMatchObject({ dx: 3, dy: -1 });
    expect(snapResize(bounds, { x: null, y: null }, space([box(100, 100)]))).toEqual({
      dx: 0,
      dy: 0,
      lines: [],
    });
    const thin = { left: 100, top: 0, right: 101, bottom: 10 };
    expect(
      snapResize(thin, { x: 'right', y: null }, space([], { guides: [{ axis: 'x', position: 98 }] })).dx,
    ).toBe(0);
  });
});
