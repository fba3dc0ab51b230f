import { type Command, defineWithArgs } from '../command.ts';
import { type Boxes, withBoxes } from '../moving.ts';
import { movable } from '../tree.ts';

export interface BoxArgs {
  /** New boxes by id, in the coordinates of the design; what is left out of one stays. */
  boxes: Boxes;
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
  });

export const move = boxCommand('move');
export const resize = boxCommand('resize');
export const rotate = boxCommand('rotate');
