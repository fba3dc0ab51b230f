import { endedKinds, type Store } from '../../src/index.ts';

interface Mine {
  revision: { _id: string };
  asset: { _id: string };
  font: { _id: string };
}
type Attack = (store: Store, other: string, mine: Mine) => unknown;

/** The functions that remove an organization's data, called for another one with the ids of these records. */
export const endings: Record<string, Attack> = {
  remove: async (s, other) => {
    for (const kind of endedKinds) await s.endings.remove(other, kind).catch(() => undefined);
  },
  forgetKeys: (s, other) => s.endings.forgetKeys(other),
  forgetThumbnails: (s, other) => s.endings.forgetThumbnails(other),
  unprintedRevisions: (s, other) => s.endings.unprintedRevisions(other, ''),
  removeRevisions: (s, other, m) => s.endings.removeRevisions(other, [m.revision._id]),
  unprintedAssets: (s, other) => s.endings.unprintedAssets(other, '', new Set()),
  unusedKeys: (s, other) => s.endings.unusedKeys(other, []),
  removeAssets: (s, other, m) => s.endings.removeAssets(other, [m.asset._id]),
  fonts: (s, other) => s.endings.fonts(other),
  removeFonts: (s, other, m) => s.endings.removeFonts(other, [m.font._id]),
};
