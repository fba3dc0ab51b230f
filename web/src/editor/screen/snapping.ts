import type { Snapping } from '../canvas/options.ts';
import { boundsOfBoxes, type Snap, snapMove, snapResize, withGrid } from '../model/index.ts';
import type { EditorSession } from '../session/session.ts';

const nowhere: Snap = { dx: 0, dy: 0, lines: [] };

/** Where drags snap, as the person has chosen: to edges, centres, equal gaps and guides, and to the grid. */
export function snappingOf({ view }: Pick<EditorSession, 'view'>): Snapping {
  return {
    move(moving, space) {
      const { isSnapping, isOnGrid } = view.get();
      const snap = isSnapping ? snapMove(moving, space) : nowhere;
      return isOnGrid && moving.length > 0 ? withGrid(snap, boundsOfBoxes(moving)) : snap;
    },
    resize(bounds, edges, space) {
      const { isSnapping, isOnGrid } = view.get();
      const snap = isSnapping ? snapResize(bounds, edges, space) : nowhere;
      return isOnGrid ? withGrid(snap, bounds, edges) : snap;
    },
  };
}
