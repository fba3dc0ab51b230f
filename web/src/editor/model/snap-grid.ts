import type { Bounds } from '@sello/design';
import type { DraggedEdges, Snap } from './snap.ts';

/** The distance of the lines of the grid, in points. */
const gridStep = (5 * 72) / 25.4;

const toGrid = (at: number): number => Math.round(at / gridStep) * gridStep - at;

/**
 * What snaps to nothing else on an axis goes to the nearest line of the grid, whose origin is the top left corner of the
 * page: the left and the top of what is moved, or the edges that are dragged. An edge never passes the one opposite.
 */
export function withGrid(snap: Snap, bounds: Bounds, dragged: DraggedEdges | null = null): Snap {
  const edges = dragged ?? ({ x: 'left', y: 'top' } as const);
  const onAxis = (axis: 'x' | 'y'): number | null => {
    const edge = edges[axis];
    if (!edge || snap.lines.some((line) => line.axis === axis)) return null;
    const by = toGrid(bounds[edge]);
    const room = axis === 'x' ? bounds.right - bounds.left : bounds.bottom - bounds.top;
    const shrinks = edge === 'left' || edge === 'top' ? by : -by;
    return !dragged || shrinks < room ? by : null;
  };
  return { ...snap, dx: onAxis('x') ?? snap.dx, dy: onAxis('y') ?? snap.dy };
}
