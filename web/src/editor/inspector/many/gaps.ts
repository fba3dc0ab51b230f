import { boundsOfBoxes, boxOnPage, type EditorState, selected } from '../../model/index.ts';
import { mixed, type Shared } from '../../parts/shared.ts';

export interface Gaps {
  across: Shared<number>;
  down: Shared<number>;
}

/** The gaps between neighbours of the selected elements, in points; `mixed` where they differ. */
export function gapsOf(state: EditorState): Gaps {
  const bounds = selected(state).map(({ element, placement }) =>
    boundsOfBoxes([boxOnPage(placement, element)]),
  );
  const along = (from: 'left' | 'top', to: 'right' | 'bottom'): Shared<number> => {
    const ordered = bounds.toSorted((a, b) => a[from] + a[to] - b[from] - b[to]);
    const gaps = ordered.slice(1).map((one, index) => one[from] - (ordered[index]?.[to] ?? 0));
    const first = gaps[0] ?? 0;
    // A hundredth of a point is no difference that a person sees.
    return gaps.every((gap) => Math.abs(gap - first) < 0.01) ? first : mixed;
  };
  return { across: along('left', 'right'), down: along('top', 'bottom') };
}
