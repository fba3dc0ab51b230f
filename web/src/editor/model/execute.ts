import type { ParseKeys } from 'i18next';
import { type Command, type Copied, isRefusal, remarked, type Section } from './command.ts';
import { type ArgsOf, type CommandId, commands } from './commands/index.ts';
import { type History, recordStep } from './history.ts';
import { type Refusal, refusalOf } from './limits.ts';
import { type KeyPress, normalKeys, type Platform, pressed } from './shortcuts.ts';
import type { EditorState } from './state.ts';

export type Executed =
  | { ok: true; history: History; copied: Copied | null; remark: ParseKeys | null }
  | { ok: false; refusal: Refusal };

/** Arguments come after the id, where the command takes any. */
export type Given<Id extends CommandId> =
  undefined extends ArgsOf<Id> ? [args?: ArgsOf<Id>] : [args: ArgsOf<Id>];

/** A command whose arguments are not known by type. */
export const commandOf = (id: CommandId): Command<unknown> => commands[id] as unknown as Command<unknown>;

/**
 * Runs a command at a time in ms. A change that breaks a limit of the design is refused and nothing changes. A refused
 * or impossible command leaves the history as it is.
 */
export function execute<Id extends CommandId>(
  history: History,
  at: number,
  id: Id,
  ...[args]: Given<Id>
): Executed {
  const command = commandOf(id);
  const { present } = history;
  // Whoever gives arguments has a place for them, such as a layer that is not selected.
  if (args === undefined && !command.canRun(present))
    return { ok: true, history, copied: null, remark: null };
  const copied = command.copies?.(present) ?? null;
  const result = command.run(present, args);
  if (isRefusal(result)) return { ok: false, refusal: result };
  const { next, remark } = remarked(result);
  const refusal = refusalOf(present.design, next.design);
  if (refusal) return { ok: false, refusal };
  const merge = command.merge?.(present, args) ?? null;
  const step = { command: id, merge: merge?.key ?? null, at: merge?.within === 'gesture' ? null : at };
  return { ok: true, history: recordStep(history, next, step), copied, remark };
}

const ids = Object.keys(commands) as CommandId[];

type Context = 'page' | 'text';
const inContext = (id: CommandId, context: Context): boolean => {
  const { context: own } = commandOf(id);
  return own === 'both' || own === context;
};

const tables = new Map<string, ReadonlyMap<string, CommandId>>();

/** The command of each shortcut, written as `normalKeys` does. */
function shortcutTable(platform: Platform, context: Context): ReadonlyMap<string, CommandId> {
  const name = `${platform} ${context}`;
  let table = tables.get(name);
  if (!table) {
    table = new Map(
      ids
        .filter((id) => inContext(id, context))
        .flatMap((id) =>
          (commandOf(id).shortcut?.[platform] ?? []).map((keys) => [normalKeys(keys), id] as const),
        ),
    );
    tables.set(name, table);
  }
  return table;
}

/**
 * The command that pressed keys run in a state; null when they are none, so that the browser acts on them. With ⌘ or Ctrl
 * it is answered also where it can do nothing, as the browser means something else by the same keys.
 */
export function commandFor(state: EditorState, press: KeyPress, platform: Platform): CommandId | null {
  const table = shortcutTable(platform, state.editing ? 'text' : 'page');
  for (const keys of pressed(press, platform)) {
    const id = table.get(keys);
    if (id) return commandOf(id).canRun(state) || keys.includes('Mod+') ? id : null;
  }
  return null;
}

/** The commands under each heading, in the order of the registry, for menus and the sheet of shortcuts. */
export function commandSections(): ReadonlyMap<Section, readonly CommandId[]> {
  return Map.groupBy(ids, (id) => commandOf(id).section);
}
