import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** The root folder of the checkout. */
export const root = join(import.meta.dirname, '../../..');

/** Cache folder of files that are fetched once for all checkouts and data folders of this user. */
export const cacheFolder = resolve(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sello');

/** Where packs of fonts lie: the folder that the environment names, else one for every checkout of this user. */
export const fontFolder = (): string => resolve(process.env.FONT_PACKS || join(cacheFolder, 'fonts'));

/**
 * Node's compile cache, so that a dozen processes need not each compile the same files. Its entries hold for the paths of
 * this checkout alone, so it lies in the checkout and goes with it.
 */
export const compileCache = join(root, 'node_modules/.cache/compiled');
