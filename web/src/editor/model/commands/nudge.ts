import { type Command, defineCommand } from '../command.ts';
import type { Point } from '../geometry.ts';
import { moved } from '../moving.ts';
import { keys } from '../shortcuts.ts';
import { movable } from '../tree.ts';

const directions = {
  left: { key: 'ArrowLeft', x: -1, y: 0 },
  right: { key: 'ArrowRight', x: 1, y: 0 },
  up: { key: 'ArrowUp', x: 0, y: -1 },
  down: { key: 'ArrowDown', x: 0, y: 1 },
} as const;
type Direction = keyof typeof directions;

function nudge(direction: Direction, steps: 'one' | 'ten'): Command {
  const { key, x, y } = directions[direction];
  const points = steps === 'one' ? 1 : 10;
  const by: Point = { x: x * points, y: y * points };
  return defineCommand({
    id: `nudge.${direction}.${steps}`,
    labelKey: `editor.commands.nudge.${direction}.${steps}`,
    section: 'move',
    shortcut: keys(steps === 'one' ? key : `Shift+${key}`),
    context: 'page',
    canRun: (state) => movable(state).length > 0,
    run: (state) => moved(state, movable(state), () => by),
    merge: ({ selection }) => ({ key: `nudge ${selection.join(' ')}`, within: 'pause' }),
  });
}

/** Moves the selected elements by 1 or 10 points; a series of them is one step. */
export const nudges = {
  'nudge.left.one': nudge('left', 'one'),
  'nudge.right.one': nudge('right', 'one'),
  'nudge.up.one': nudge('up', 'one'),
  'nudge.down.one': nudge('down', 'one'),
  'nudge.left.ten': nudge('left', 'ten'),
  'nudge.right.ten': nudge('right', 'ten'),
  'nudge.up.ten': nudge('up', 'ten'),
  'nudge.down.ten': nudge('down', 'ten'),
};
