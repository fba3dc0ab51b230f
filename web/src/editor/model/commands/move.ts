import { type Command, defineWithArgs, inGesture } from '../command.ts';
import { type Boxes, withBoxes } from '../moving.ts';
import { movable } from '../tree.ts';

export interface BoxArgs {
  /** New boxes by id, in the coordinates of the design; what is left out of one stays. */
  boxes: Boxes;
  /** A name of a gesture, such as a held arrow key, whose changes are one step. */
  gesture?: string;
}

const boxCommand = (id: 'move' | 'resize' | 'rotate'): Command<BoxArgs> =>
  defineWithArgs<BoxArgs>({
    id,
    labelKey: `editor.commands.${id}`,
    section: 'move',
    shortcut: null,
    context: 'page',
    canRun: (state) => movable(state).length > 0,
    run: (state, { boxes }) => withBoxes(state, boxes),
    merge: (_, { gesture }) => inGesture(gesture),
  });

export const move = boxCommand('move');
export const resize = boxCommand('resize');
export const rotate = boxCommand('rotate');
