import type { Bounds } from '@sello/design';
import { type Command, defineOptional, inGesture } from '../command.ts';
import type { Point } from '../geometry.ts';
import { moved, pageBounds } from '../moving.ts';
import { keys } from '../shortcuts.ts';
import type { EditorState } from '../state.ts';
import { type Found, movable } from '../tree.ts';

export interface DistributeArgs {
  /** The gap between neighbours, in points; left out: equal gaps between the outermost two, which stay. */
  gap?: number;
  gesture?: string;
}

const axes = {
  horizontal: { from: (bounds: Bounds) => bounds.left, to: (bounds: Bounds) => bounds.right },
  vertical: { from: (bounds: Bounds) => bounds.top, to: (bounds: Bounds) => bounds.bottom },
} as const;
type Axis = keyof typeof axes;

/** The gap that neighbours have now on average, in points. Negative when they overlap. */
function meanGap(all: readonly Bounds[], { from, to }: (typeof axes)[Axis]): number {
  const sizes = all.reduce((sum, one) => sum + to(one) - from(one), 0);
  const span = Math.max(...all.map(to)) - Math.min(...all.map(from));
  return (span - sizes) / (all.length - 1);
}

function distribute(state: EditorState, axis: Axis, gap: number | undefined): EditorState {
  const { from, to } = axes[axis];
  const middle = ({ bounds }: { bounds: Bounds }) => from(bounds) + to(bounds);
  const all = movable(state)
    .map((found) => ({ found, bounds: pageBounds(found) }))
    .sort((a, b) => middle(a) - middle(b));
  if (all.length < 2) return state;
  const between =
    gap ??
    meanGap(
      all.map(({ bounds }) => bounds),
      axes[axis],
    );
  let pen = Math.min(...all.map(({ bounds }) => from(bounds)));
  const distances = new Map<Found, Point>();
  for (const { found, bounds } of all) {
    const by = pen - from(bounds);
    distances.set(found, axis === 'horizontal' ? { x: by, y: 0 } : { x: 0, y: by });
    pen += to(bounds) - from(bounds) + between;
  }
  return moved(state, [...distances.keys()], (found) => distances.get(found) as Point);
}

const distributeCommand = (axis: Axis, key: string): Command<DistributeArgs | undefined> =>
  defineOptional<DistributeArgs>({
    id: `distribute.${axis}`,
    labelKey: `editor.commands.distribute.${axis}`,
    section: 'arrange',
    shortcut: keys(`Alt+Shift+${key}`),
    context: 'page',
    canRun: (state) => movable(state).length > 2,
    run: (state, { gap } = {}) => distribute(state, axis, gap),
    merge: (_, { gesture } = {}) => inGesture(gesture),
  });

/** Moves the selected elements until the gaps between neighbours are equal. */
export const distributeCommands = {
  'distribute.horizontal': distributeCommand('horizontal', 'H'),
  'distribute.vertical': distributeCommand('vertical', 'V'),
};
