import { fontsApi } from '@sello/contracts';
import { call } from '../../api/index.ts';
import type { FontFiles } from './fonts.ts';

/** The fonts of the active organization. Files are kept by the browser's HTTP cache: their addresses are hashes. */
export const apiFontFiles: FontFiles = {
  list: () => call(fontsApi, 'list'),
  file: (sha256) => call(fontsApi, 'file', { query: { sha256 } }),
  words: async (texts) => (await call(fontsApi, 'words', { body: { texts: [...texts] } })).starts,
};

/** The fonts of every organization, in which an entry of the catalog may be set: without those of the active one. */
export const catalogFontFiles: FontFiles = {
  ...apiFontFiles,
  async list() {
    const { families, packs } = await apiFontFiles.list();
    return { families: families.filter(({ kind }) => kind !== 'own'), packs, own: [] };
  },
};
