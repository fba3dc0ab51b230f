import type { fontEntity, RecordOf } from '@sello/contracts';

/** A face that an organization uploaded. Its bytes are in `blobs` under `key`. */
export type FontRecord = RecordOf<typeof fontEntity>;

export type NewFont = Omit<FontRecord, '_id' | 'tenantId' | 'createdAt' | 'removedAt'>;

export interface Fonts {
  /** With `id` a repeated call makes one record. */
  create(tenantId: string, font: NewFont, id?: string): Promise<FontRecord>;
  /** Those that are not removed, by family and oldest first. */
  list(tenantId: string): Promise<FontRecord[]>;
  /** Of some families, removed ones too. */
  ofFamilies(tenantId: string, families: readonly string[]): Promise<FontRecord[]>;
  /** By the hash of the bytes; one that is not removed. */
  bySha256(tenantId: string, sha256: string): Promise<FontRecord | null>;
  /** False when there is none that could be removed. */
  remove(tenantId: string, id: string): Promise<boolean>;
}
