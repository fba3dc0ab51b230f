import { type Command, defineCommand } from '../command.ts';
import { boundsOfBoxes, boxInside, boxOf, boxOnPage, rotate } from '../geometry.ts';
import { withBoxes } from '../moving.ts';
import { keys } from '../shortcuts.ts';
import { movable } from '../tree.ts';

const sizes = {
  wider: { key: 'ArrowRight', side: 'width', sign: 1 },
  narrower: { key: 'ArrowLeft', side: 'width', sign: -1 },
  higher: { key: 'ArrowDown', side: 'height', sign: 1 },
  lower: { key: 'ArrowUp', side: 'height', sign: -1 },
} as const;
type Size = keyof typeof sizes;

/** No side becomes smaller than this by keys, in points: what nobody sees cannot be pointed at. */
const least = 1;

function sizeStep(change: Size, steps: 'one' | 'ten'): Command {
  const { key, side, sign } = sizes[change];
  const by = sign * (steps === 'one' ? 1 : 10);
  return defineCommand({
    id: `size.${change}.${steps}`,
    labelKey: `editor.commands.size.${change}.${steps}`,
    section: 'move',
    shortcut: keys(steps === 'one' ? `Mod+${key}` : `Mod+Shift+${key}`),
    context: 'page',
    canRun: (state) => movable(state).length > 0,
    run: (state) =>
      withBoxes(
        state,
        Object.fromEntries(
          movable(state).map(({ element }) => {
            const now = element[side];
            return [element.id, { [side]: Math.max(Math.min(now, least), now + by) }];
          }),
        ),
      ),
    merge: ({ selection }) => ({ key: `size ${selection.join(' ')}`, within: 'pause' }),
  });
}

const turns = { left: { key: '[', sign: -1 }, right: { key: ']', sign: 1 } } as const;

/** Turns what is selected around the middle of all of it. */
function turnStep(direction: keyof typeof turns, steps: 'one' | 'fifteen'): Command {
  const { key, sign } = turns[direction];
  const angle = sign * (steps === 'one' ? 1 : 15);
  return defineCommand({
    id: `turn.${direction}.${steps}`,
    labelKey: `editor.commands.turn.${direction}.${steps}`,
    section: 'move',
    shortcut: keys(steps === 'one' ? key : `Shift+${key}`),
    context: 'page',
    canRun: (state) => movable(state).length > 0,
    run(state) {
      const found = movable(state).map((one) => ({
        ...one,
        onPage: boxOnPage(one.placement, boxOf(one.element)),
      }));
      const { left, top, right, bottom } = boundsOfBoxes(found.map(({ onPage }) => onPage));
      const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
      const boxes = found.map(({ element, placement, onPage }) => {
        const half = { x: onPage.width / 2, y: onPage.height / 2 };
        const from = { x: onPage.x + half.x - middle.x, y: onPage.y + half.y - middle.y };
        const to = rotate(from, angle);
        const turned = { x: middle.x + to.x - half.x, y: middle.y + to.y - half.y };
        const box = { ...onPage, ...turned, rotation: onPage.rotation + angle };
        return [element.id, boxInside(placement, box)] as const;
      });
      return withBoxes(state, Object.fromEntries(boxes));
    },
    merge: ({ selection }) => ({ key: `turn ${selection.join(' ')}`, within: 'pause' }),
  });
}

/** Sizes the selected elements by 1 or 10 points and turns them by 1 or 15 degrees; a series of them is one step. */
export const steps = {
  'size.wider.one': sizeStep('wider', 'one'),
  'size.narrower.one': sizeStep('narrower', 'one'),
  'size.higher.one': sizeStep('higher', 'one'),
  'size.lower.one': sizeStep('lower', 'one'),
  'size.wider.ten': sizeStep('wider', 'ten'),
  'size.narrower.ten': sizeStep('narrower', 'ten'),
  'size.higher.ten': sizeStep('higher', 'ten'),
  'size.lower.ten': sizeStep('lower', 'ten'),
  'turn.left.one': turnStep('left', 'one'),
  'turn.right.one': turnStep('right', 'one'),
  'turn.left.fifteen': turnStep('left', 'fifteen'),
  'turn.right.fifteen': turnStep('right', 'fifteen'),
};
