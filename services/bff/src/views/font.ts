import type { OwnFontView } from '@sello/contracts';
import type { FontRecord } from '@sello/store';

export function ownFontView(record: FontRecord): OwnFontView {
  const { _id, family, weight, italic, fileName, size, characters, sha256, createdAt } = record;
  return {
    ...{ _id, family, weight, italic, fileName, size, characters, sha256 },
    createdAt: createdAt.toISOString(),
  };
}
