import type { ParseKeys } from 'i18next';
import { type KeyPress, keys, normalKeys, pressed, type Shortcut } from '../model/shortcuts.ts';
import type { EditorSession } from '../session/session.ts';
import { platform } from './platform.ts';

/** A command that changes nothing of the template: undo, zoom, what is shown, the dialogs. */
export interface ViewCommand {
  labelKey: ParseKeys;
  section: 'view' | 'file';
  shortcut: Shortcut;
  run(session: EditorSession, asked: Asked): void;
}

/** What a command asks of the screen around the page. */
export interface Asked {
  /** Saves now, and says so. */
  save(): void;
}

const zoom = (factor: number) => (session: EditorSession) => session.canvas.get()?.zoomBy(factor);

/** By their names, in the order of the sheet of keys. */
const viewCommands = {
  zoomIn: {
    labelKey: 'editorScreen.commands.zoomIn',
    section: 'view',
    shortcut: keys('Mod++', 'Mod+='),
    run: zoom(1.25),
  },
  zoomOut: {
    labelKey: 'editorScreen.commands.zoomOut',
    section: 'view',
    shortcut: keys('Mod+-'),
    run: zoom(1 / 1.25),
  },
  wholePage: {
    labelKey: 'editorScreen.commands.wholePage',
    section: 'view',
    shortcut: keys('Mod+0'),
    run: (session) => session.canvas.get()?.fit(),
  },
  rulers: {
    labelKey: 'editorScreen.commands.rulers',
    section: 'view',
    shortcut: keys('Shift+R'),
    run: (session) => session.setView({ hasRulers: !session.view.get().hasRulers }),
  },
  snapping: {
    labelKey: 'editorInspector.page.snap',
    section: 'view',
    shortcut: keys('G'),
    run: (session) => session.setView({ isSnapping: !session.view.get().isSnapping }),
  },
  grid: {
    labelKey: 'editorInspector.page.grid',
    section: 'view',
    shortcut: keys('Shift+G'),
    run: (session) => session.setView({ isOnGrid: !session.view.get().isOnGrid }),
  },
  shownWith: {
    labelKey: 'editorScreen.commands.shownWith',
    section: 'view',
    shortcut: keys('P'),
    run(session) {
      const { kind } = session.view.get().shown;
      session.setView({ shown: { kind: kind === 'names' ? 'sample' : 'names' } });
    },
  },
  undo: {
    labelKey: 'editorScreen.commands.undo',
    section: 'file',
    shortcut: keys('Mod+Z'),
    run: (session) => session.undo(),
  },
  redo: {
    labelKey: 'editorScreen.commands.redo',
    section: 'file',
    shortcut: keys('Shift+Mod+Z', 'Mod+Y'),
    run: (session) => session.redo(),
  },
  save: {
    labelKey: 'editorScreen.commands.save',
    section: 'file',
    shortcut: keys('Mod+S'),
    run: (_, { save }) => save(),
  },
  history: {
    labelKey: 'editorScreen.commands.history',
    section: 'file',
    // That of Google Docs; browsers have Ctrl+H, and macOS ⌘⌥H.
    shortcut: keys('Mod+Alt+Shift+H'),
    run: (session) => session.kind === 'template' && session.setView({ sheet: 'history' }),
  },
  transfer: {
    labelKey: 'editorScreen.commands.transfer',
    section: 'file',
    shortcut: keys('Mod+O'),
    run: (session) => session.setView({ sheet: 'transfer' }),
  },
  test: {
    labelKey: 'editorScreen.commands.test',
    section: 'file',
    shortcut: keys('Mod+P'),
    run: (session) => session.kind === 'template' && session.setView({ sheet: 'test' }),
  },
  keys: {
    labelKey: 'editorScreen.commands.keys',
    section: 'file',
    shortcut: keys('?'),
    run: (session) => session.setView({ sheet: 'keys' }),
  },
} as const satisfies Record<string, ViewCommand>;

const byKeys = new Map(
  Object.values<ViewCommand>(viewCommands).flatMap((command) =>
    command.shortcut[platform].map((written) => [normalKeys(written), command] as const),
  ),
);

/** The command of a pressed key; while a text is edited only those with ⌘ or Ctrl. */
export function viewCommandFor(press: KeyPress, isEditing: boolean): ViewCommand | null {
  for (const written of pressed(press, platform)) {
    const command = byKeys.get(written);
    if (command && (!isEditing || written.includes('Mod+'))) return command;
  }
  return null;
}

/** Whether a key saves, which is meant wherever the focus is. */
export const isSaveCommand = (command: ViewCommand | null): command is ViewCommand =>
  command === viewCommands.save;

/** Whether a key undoes or makes again what was undone last. */
export const isHistoryCommand = (command: ViewCommand | null): command is typeof viewCommands.undo =>
  command === viewCommands.undo || command === viewCommands.redo;

/** The commands under each heading, in their order, for the sheet of keys. */
export function viewSections(): { section: ViewCommand['section']; commands: ViewCommand[] }[] {
  const all = Object.values<ViewCommand>(viewCommands);
  return (['view', 'file'] as const).map((section) => ({
    section,
    commands: all.filter((command) => command.section === section),
  }));
}
