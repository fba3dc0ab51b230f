import { type Command, defineCommand } from '../command.ts';
import { keys } from '../shortcuts.ts';
import { mapOn } from '../tree.ts';

const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
type Tenths = (typeof tenths)[number];

const opacityCommand = (of: Tenths): Command =>
  defineCommand({
    id: `opacity.${of}`,
    labelKey: `editor.commands.opacity.${of}`,
    section: 'objects',
    shortcut: keys(String(of % 10)),
    context: 'page',
    canRun: ({ selection }) => selection.length > 0,
    run: (state) =>
      mapOn(state, state.selection, (element) =>
        element.opacity === of / 10 ? element : { ...element, opacity: of / 10 },
      ),
    merge: ({ selection }) => ({ key: `opacity ${selection.join(' ')}`, within: 'pause' }),
  });

type OpacityCommands = { [Of in Tenths as `opacity.${Of}`]: Command };

/** The opacity in tenths, by the keys 1 to 9, and 0 for an opaque element. Other values are set as a property. */
export const opacityCommands = Object.fromEntries(
  tenths.map((of) => [`opacity.${of}`, opacityCommand(of)]),
) as OpacityCommands;
