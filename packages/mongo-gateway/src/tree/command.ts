import { spawn } from 'node:child_process';

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. A program that cannot be started has the code -1 and the reason as stderr. */
export function run(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', (error) => resolve({ code: -1, stdout: '', stderr: error.message }));
    child.on('close', (code) =>
      resolve({
        code: code ?? -1,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      }),
    );
  });
}

/** Runs a program; throws one sentence with its name and last output lines when its exit code is not 0. */
export async function runOrThrow(
  what: string,
  program: string,
  args: string[],
  options: Parameters<typeof run>[2] = {},
): Promise<string> {
  const result = await run(program, args, options);
  if (result.code !== 0) {
    const said = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-6).join(' | ');
    throw new Error(`${what} failed (${program} ended with ${result.code}): ${said}`);
  }
  return result.stdout;
}
