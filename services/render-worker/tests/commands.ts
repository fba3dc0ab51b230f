import { type Command, CommandRefused } from '../src/operator-command.ts';

/** Runs a command of operators in this process: loading its modules takes seconds. What it printed, line by line. */
export async function runHere(
  command: Command,
  environment: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const lines: string[] = [];
  const print = (text: string) => void lines.push(text);
  try {
    const code = await command(args, { environment: { ...process.env, ...environment }, print });
    return { code, output: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    return { code: 2, output: [...lines, error.message].join('\n') };
  }
}
