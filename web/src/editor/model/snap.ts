import type { Bounds, Box } from '@sello/design';
import { boundsOfBoxes } from './geometry.ts';

/** A guide of the page; position in points from the left (`x`) or the top (`y`). */
export interface SnapGuide {
  axis: 'x' | 'y';
  position: number;
}

/** What is drawn where something snaps, in points of the page. `gap`: one of several equal distances. */
export interface SnapLine {
  kind: 'guide' | 'edge' | 'centre' | 'page' | 'gap';
  /** x: the line is vertical, at this x. A gap along x is horizontal, at this y. */
  axis: 'x' | 'y';
  position: number;
  /** Its ends on the other axis; of a gap on its own axis. */
  from: number;
  to: number;
}

export interface Snap {
  /** How much further to move, in points; 0 on an axis where nothing is near. */
  dx: number;
  dy: number;
  lines: SnapLine[];
}

export interface SnapSpace {
  /** Boxes on the page that others snap to. */
  others: readonly Box[];
  page: { width: number; height: number };
  guides: readonly SnapGuide[];
  /** How near is near, in points. */
  tolerance: number;
}

/** A rectangle seen along one axis, and across it. */
interface Span {
  from: number;
  to: number;
  acrossFrom: number;
  acrossTo: number;
}

const along = (axis: 'x' | 'y', { left, top, right, bottom }: Bounds): Span =>
  axis === 'x'
    ? { from: left, to: right, acrossFrom: top, acrossTo: bottom }
    : { from: top, to: bottom, acrossFrom: left, acrossTo: right };

const middleOf = ({ from, to }: Span): number => (from + to) / 2;

/** A place on an axis to snap to; `across` is what its line spans beside what moves. */
interface Target {
  kind: Exclude<SnapLine['kind'], 'gap'>;
  at: number;
  across: { from: number; to: number };
}

/** Of two targets at one distance the one with the smaller rank is taken. */
const ranks: Readonly<Record<SnapLine['kind'], number>> = { guide: 0, page: 1, edge: 2, centre: 3, gap: 4 };

function targetsOn(axis: 'x' | 'y', others: readonly Span[], { page, guides }: SnapSpace): Target[] {
  const [length, breadth] = axis === 'x' ? [page.width, page.height] : [page.height, page.width];
  const whole = { from: 0, to: breadth };
  return [
    ...guides
      .filter((guide) => guide.axis === axis)
      .map(({ position }): Target => ({ kind: 'guide', at: position, across: whole })),
    ...[0, length / 2, length].map((at): Target => ({ kind: 'page', at, across: whole })),
    ...others.flatMap((other): Target[] => {
      const across = { from: other.acrossFrom, to: other.acrossTo };
      return [
        { kind: 'edge', at: other.from, across },
        { kind: 'edge', at: other.to, across },
        { kind: 'centre', at: middleOf(other), across },
      ];
    }),
  ];
}

interface Candidate {
  by: number;
  kind: SnapLine['kind'];
  lines: (moved: Span) => SnapLine[];
}

/** Distances that differ by less are one. */
const epsilon = 1e-6;

function lineCandidates(
  axis: 'x' | 'y',
  own: Span,
  edges: readonly number[],
  targets: readonly Target[],
): Candidate[] {
  return targets
    .flatMap((target) =>
      edges.map((edge): Candidate => {
        const lines = ({ acrossFrom, acrossTo }: Span): SnapLine[] => [
          {
            ...{ kind: target.kind, axis, position: target.at },
            from: Math.min(target.across.from, acrossFrom),
            to: Math.max(target.across.to, acrossTo),
          },
        ];
        return { by: target.at - edge, kind: target.kind, lines };
      }),
    )
    .filter(({ by }) => Number.isFinite(by) && own.from <= own.to);
}

const overlapsAcross = (a: Span, b: Span): boolean =>
  a.acrossFrom < b.acrossTo - epsilon && b.acrossFrom < a.acrossTo - epsilon;

function gapLine(axis: 'x' | 'y', left: Span, right: Span): SnapLine {
  const from = Math.max(left.acrossFrom, right.acrossFrom);
  const to = Math.min(left.acrossTo, right.acrossTo);
  return { kind: 'gap', axis, position: (from + to) / 2, from: left.to, to: right.from };
}

/** Places at which the gap to a neighbour is equal to one between others, or to the gap on the other side. */
function gapCandidates(axis: 'x' | 'y', own: Span, others: readonly Span[]): Candidate[] {
  const row = others.filter((other) => overlapsAcross(own, other)).sort((a, b) => a.from - b.from);
  const length = own.to - own.from;
  const found: Candidate[] = [];
  const place = (from: number, lines: Candidate['lines']) =>
    found.push({ by: from - own.from, kind: 'gap', lines });
  for (const [index, left] of row.entries()) {
    // Only neighbours: what lies between two others ends their gap.
    const right = row.slice(index + 1).find((other) => other.from >= left.to - epsilon);
    if (!right) continue;
    const gap = right.from - left.to;
    if (gap <= epsilon) continue;
    const between = gapLine(axis, left, right);
    place(right.to + gap, (moved) => [between, gapLine(axis, right, moved)]);
    place(left.from - gap - length, (moved) => [gapLine(axis, moved, left), between]);
    if (gap > length) {
      place(left.to + (gap - length) / 2, (moved) => [
        gapLine(axis, left, moved),
        gapLine(axis, moved, right),
      ]);
    }
  }
  return found;
}

function shifted(span: Span, by: number): Span {
  return { ...span, from: span.from + by, to: span.to + by };
}

/** The candidates at the smallest distance; those of the best rank decide when distances differ in sign alone. */
function nearest(candidates: readonly Candidate[], tolerance: number): Candidate[] {
  const near = candidates.filter(({ by }) => Math.abs(by) <= tolerance);
  near.sort((a, b) => Math.abs(a.by) - Math.abs(b.by) || ranks[a.kind] - ranks[b.kind]);
  const [best] = near;
  return best ? near.filter(({ by }) => Math.abs(by - best.by) < epsilon) : [];
}

function withoutTwins(lines: readonly SnapLine[]): SnapLine[] {
  const seen = new Map<string, SnapLine>();
  for (const line of lines) {
    const key =
      line.kind === 'gap'
        ? `gap ${line.axis} ${line.from.toFixed(3)} ${line.to.toFixed(3)}`
        : `${line.axis} ${line.position.toFixed(3)}`;
    const known = seen.get(key);
    if (!known) seen.set(key, line);
    else if (line.kind !== 'gap') {
      const kind = ranks[line.kind] < ranks[known.kind] ? line.kind : known.kind;
      const [from, to] = [Math.min(known.from, line.from), Math.max(known.to, line.to)];
      seen.set(key, { ...known, kind, from, to });
    }
  }
  return [...seen.values()];
}

const spansOf = (axis: 'x' | 'y', boxes: readonly Box[]): Span[] =>
  boxes.map((box) => along(axis, boundsOfBoxes([box])));

/**
 * Where boxes that are moved together snap: to guides, the edges and the centre of the page, the edges and centres of
 * other boxes, and gaps equal to those between neighbours. Everything in points of the page; rotated boxes count by the
 * upright rectangle that holds them.
 */
export function snapMove(moving: readonly Box[], space: SnapSpace): Snap {
  if (moving.length === 0) return { dx: 0, dy: 0, lines: [] };
  const bounds = boundsOfBoxes(moving);
  const results = (['x', 'y'] as const).map((axis) => {
    const own = along(axis, bounds);
    const others = spansOf(axis, space.others);
    const edges = [own.from, middleOf(own), own.to];
    return nearest(
      [
        ...lineCandidates(axis, own, edges, targetsOn(axis, others, space)),
        ...gapCandidates(axis, own, others),
      ],
      space.tolerance,
    );
  });
  return snapOf(bounds, results[0] ?? [], results[1] ?? []);
}

function snapOf(bounds: Bounds, inX: readonly Candidate[], inY: readonly Candidate[]): Snap {
  const [dx, dy] = [inX[0]?.by ?? 0, inY[0]?.by ?? 0];
  const across = (span: Span, by: number): Span => ({
    ...span,
    acrossFrom: span.acrossFrom + by,
    acrossTo: span.acrossTo + by,
  });
  const atX = across(shifted(along('x', bounds), dx), dy);
  const atY = across(shifted(along('y', bounds), dy), dx);
  const lines = [...inX.flatMap(({ lines: of }) => of(atX)), ...inY.flatMap(({ lines: of }) => of(atY))];
  return { dx, dy, lines: withoutTwins(lines) };
}

/** The edges of a rectangle that a handle drags. */
export interface DraggedEdges {
  x: 'left' | 'right' | null;
  y: 'top' | 'bottom' | null;
}

/** Where the dragged edges of an upright rectangle on the page snap. An edge never passes the one opposite. */
export function snapResize(bounds: Bounds, edges: DraggedEdges, space: SnapSpace): Snap {
  const onAxis = (axis: 'x' | 'y', edge: 'left' | 'right' | 'top' | 'bottom' | null): Candidate[] => {
    if (!edge) return [];
    const own = along(axis, bounds);
    const targets = targetsOn(axis, spansOf(axis, space.others), space);
    const isStart = edge === 'left' || edge === 'top';
    const room = own.to - own.from;
    const candidates = lineCandidates(axis, own, [bounds[edge]], targets).filter(({ by }) =>
      isStart ? by <= room : by >= -room,
    );
    return nearest(candidates, space.tolerance);
  };
  const [inX, inY] = [onAxis('x', edges.x), onAxis('y', edges.y)];
  const [dx, dy] = [inX[0]?.by ?? 0, inY[0]?.by ?? 0];
  const next = { ...bounds };
  if (edges.x) next[edges.x] += dx;
  if (edges.y) next[edges.y] += dy;
  const lines = [
    ...inX.flatMap(({ lines: of }) => of(along('x', next))),
    ...inY.flatMap(({ lines: of }) => of(along('y', next))),
  ];
  return { dx, dy, lines: withoutTwins(lines) };
}
