import { fontsApi } from '@sello/contracts';
import type { TenantClient } from '../../api/tenant-client.ts';
import type { FontFiles } from './fonts.ts';

/** The fonts of an organization. Files are kept by the browser's HTTP cache: their addresses are hashes. */
export const apiFontFiles = ({ call }: TenantClient): FontFiles => ({
  list: () => call(fontsApi, 'list'),
  file: (sha256) => call(fontsApi, 'file', { query: { sha256 } }),
  words: async (texts) => (await call(fontsApi, 'words', { body: { texts: [...texts] } })).starts,
});

/** The fonts of every organization, in which an entry of the catalog may be set: without those of one alone. */
export function catalogFontFiles(client: TenantClient): FontFiles {
  const files = apiFontFiles(client);
  return {
    ...files,
    async list() {
      const { families, packs } = await files.list();
      return { families: families.filter(({ kind }) => kind !== 'own'), packs, own: [] };
    },
  };
}
