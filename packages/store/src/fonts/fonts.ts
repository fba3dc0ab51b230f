import type { fontEntity, RecordOf } from '@sello/contracts';

/** A font face that an organization uploaded. Its bytes are a blob under `key`. */
export type FontRecord = RecordOf<typeof fontEntity>;

export type NewFont = Omit<FontRecord, '_id' | 'tenantId' | 'createdAt' | 'removedAt'>;

export interface Fonts {
  /** Creates a record; idempotent when `id` is given. */
  create(tenantId: string, font: NewFont, id?: string): Promise<FontRecord>;
  /** The fonts that are not removed, by family, oldest first. */
  list(tenantId: string): Promise<FontRecord[]>;
  /** The fonts of these families, oldest first, including removed ones. */
  ofFamilies(tenantId: string, families: readonly string[]): Promise<FontRecord[]>;
  /** The font with this hex SHA-256 that is not removed. */
  bySha256(tenantId: string, sha256: string): Promise<FontRecord | null>;
  /** Marks a font as removed; false when there is none with this id that is not removed. */
  remove(tenantId: string, id: string): Promise<boolean>;
}
