import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '@sello/kit';
import { variables } from './config.ts';

// Shared by the operator's commands: the settings of the stores, and the exit code.

const { MONGO_URL, BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = variables;

/** The settings of the database and the object store. */
export const storeVariables = { MONGO_URL, BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY };

/** A wrong command or a refusal: only its message is printed. */
export class CommandRefused extends Error {}

export interface CommandContext {
  environment: NodeJS.ProcessEnv;
  /** Writes a line. */
  print: (text: string) => void;
}

/** A command: its arguments and what it may use. Resolves with the exit code. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** A path relative to the caller's folder: npm runs scripts in the project's folder. */
export const pathGiven = (path: string): string => resolve(process.env.INIT_CWD ?? '.', path);

/**
 * The environment, or, without a database in it, the settings of the stack that runs on this machine, read from its
 * data folder (`.data`, or `--data`).
 */
export async function environmentOf(
  dataDir: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<NodeJS.ProcessEnv> {
  if (environment.MONGO_URL) return environment;
  try {
    const stores = await readFile(join(pathGiven(dataDir ?? '.data'), 'stores.json'), 'utf8');
    return { ...environment, ...(JSON.parse(stores) as Record<string, string>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return environment;
    throw error;
  }
}

/** Runs a command and ends the process with its exit code; 2 when it failed. */
export async function runCommand(run: Command): Promise<void> {
  const context = { environment: process.env, print: (text: string) => console.log(text) };
  try {
    process.exitCode = await run(process.argv.slice(2), context);
  } catch (error) {
    const isPlain = error instanceof ConfigError || error instanceof CommandRefused;
    console.error(isPlain ? error.message : error);
    process.exitCode = 2;
  }
}
