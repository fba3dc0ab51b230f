import type { fontsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { ownFontView } from '../../views/font.ts';

export const list: Handler<(typeof fontsApi.calls)['list']> = async ({ tenantId }, { store, fonts }) => {
  const [{ families, packs }, own] = await Promise.all([fonts.shared(), store.fonts.list(tenantId)]);
  const byFamily = Map.groupBy(own, ({ family }) => family);
  return {
    families: [
      ...families,
      ...[...byFamily].map(([family, faces]) => ({
        family,
        kind: 'own' as const,
        faces: faces.map(({ weight, italic, sha256 }) => ({ weight, italic, sha256 })),
      })),
    ],
    packs,
    own: own.map(ownFontView),
  };
};
