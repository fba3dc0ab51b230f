import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '../../..');

/** What is fetched once for every checkout and data folder of this user. */
export const cacheFolder = resolve(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sello');

/** Where Node keeps compiled code, so that a dozen processes need not each compile the same files. */
export const compileCache = join(cacheFolder, 'compiled');
