import { newId } from '../database/ids.ts';
import type { Table } from '../database/table.ts';
import type { FontRecord, Fonts } from './fonts.ts';

export function createFonts(fonts: Table<FontRecord>): Fonts {
  const { rows } = fonts;
  const live = { removedAt: { $exists: false } };
  return {
    create: (tenantId, font, id = newId()) =>
      fonts.insertOnce({ ...font, _id: id, tenantId, createdAt: new Date() }),
    list: (tenantId) =>
      rows
        .find({ tenantId, ...live })
        .sort({ family: 1, createdAt: 1, _id: 1 })
        .toArray(),
    ofFamilies: (tenantId, families) =>
      rows
        .find({ tenantId, family: { $in: [...families] } })
        .sort({ createdAt: 1, _id: 1 })
        .toArray(),
    bySha256: (tenantId, sha256) => rows.findOne({ tenantId, sha256, ...live }),
    async remove(tenantId, id) {
      const { matchedCount } = await fonts.updateOne(
        { _id: id, tenantId, ...live },
        { $set: { removedAt: new Date() } },
      );
      return matchedCount === 1;
    },
  };
}
