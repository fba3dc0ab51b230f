import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/**
 * The commands of docs/operations.md by their heading: the lines of its code blocks, so that a test runs exactly what an
 * operator reads.
 */
export function readCommands(): Map<string, string[]> {
  const commands = new Map<string, string[]>();
  let heading = '';
  let isCode = false;
  for (const line of readFileSync(join(root, 'docs/operations.md'), 'utf8').split('\n')) {
    const text = line.trim();
    if (text.startsWith('```')) isCode = !isCode && text === '```sh';
    else if (isCode) {
      commands.set(heading, [...(commands.get(heading) ?? []), text]);
    } else if (!isCode) heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  return commands;
}
