import type { Platform } from '../model/index.ts';

/** Whose keys and signs of keys this computer has. */
export const platform: Platform = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
  ? 'apple'
  : 'other';
