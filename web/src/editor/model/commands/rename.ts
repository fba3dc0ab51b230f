import { defineWithArgs } from '../command.ts';
import { mapOn } from '../tree.ts';

export interface RenameArgs {
  id: string;
  /** An empty name is that of the type. */
  name: string;
}

export const rename = defineWithArgs<RenameArgs>({
  id: 'rename',
  labelKey: 'editor.commands.rename',
  section: 'objects',
  shortcut: null,
  context: 'page',
  canRun: (state) => state.selection.length === 1,
  run(state, { id, name }) {
    const next = name.trim();
    return mapOn(state, [id], (element) => (element.name === next ? element : { ...element, name: next }));
  },
});
