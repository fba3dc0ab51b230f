import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Blobs } from '@sello/blobs';
import { fontPacks } from '@sello/design/fonts';
import { AppError } from '@sello/kit';
import type { FontLibrary } from '@sello/render';
import type { Store } from '@sello/store';

interface ListedFamily {
  family: string;
  kind: 'bundled' | 'pack' | 'operator' | 'own';
  faces: { weight: number; italic: boolean; sha256: string }[];
}

/** The fonts available to organizations, with each face identified by the SHA-256 of its bytes. */
export interface FontIndex {
  /** The families that all organizations share, and which packs are installed; `size` of a pack's archive in bytes. */
  shared(): Promise<{
    families: ListedFamily[];
    packs: { name: string; state: 'present' | 'absent'; size: number }[];
  }>;
  /** Whether a shared family or a pack has this name; case is ignored. */
  isShared(family: string): boolean;
  /** Whether texts can be set in the family of exactly this name, or could once its pack is here. */
  has(family: string): boolean;
  /**
   * The bytes of a shared face or of a face that the organization uploaded. Throws AppError `font_not_found`, and
   * `object_missing` when the stored bytes do not match the hash.
   */
  file(tenantId: string, sha256: string): Promise<Uint8Array>;
}

export function createFontIndex(library: FontLibrary, store: Pick<Store, 'fonts'>, blobs: Blobs): FontIndex {
  const hashes = new Map<string, string>();
  const keys = new Map<string, string>();

  /** Hashes a face on first use, and yields after each one so that other requests are served in between. */
  async function hashOf(key: string): Promise<string> {
    const known = hashes.get(key);
    if (known) return known;
    const source = library.source(key);
    if (!source) throw new AppError('font_not_found');
    const sha256 = createHash('sha256').update(source.bytes()).digest('hex');
    hashes.set(key, sha256);
    keys.set(sha256, key);
    await setImmediate();
    return sha256;
  }

  async function sharedFamilies(): Promise<ListedFamily[]> {
    const families: ListedFamily[] = [];
    for (const { family, kind, faces } of library.families) {
      const listed: ListedFamily = { family, kind, faces: [] };
      for (const { key, weight, italic } of faces) {
        listed.faces.push({ weight, italic, sha256: await hashOf(key) });
      }
      families.push(listed);
    }
    return families;
  }

  return {
    async shared() {
      const absent = new Set(library.absent);
      const packs = fontPacks.map((pack) => ({
        name: pack.name,
        state: absent.has(pack) ? ('absent' as const) : ('present' as const),
        size: pack.size,
      }));
      return { families: await sharedFamilies(), packs };
    },
    isShared(family) {
      const name = family.toLowerCase();
      const all = [...library.families.map((entry) => entry.family), ...fontPacks.map((pack) => pack.name)];
      return all.some((one) => one.toLowerCase() === name);
    },
    has: (name) =>
      library.families.some(({ family }) => family === name) || fontPacks.some((pack) => pack.name === name),
    async file(tenantId, sha256) {
      const own = await store.fonts.bySha256(tenantId, sha256);
      if (own) {
        const bytes = await blobs.read(own.key);
        if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new AppError('object_missing');
        return bytes;
      }
      if (!keys.has(sha256)) await sharedFamilies();
      const source = library.source(keys.get(sha256) ?? '');
      if (!source) throw new AppError('font_not_found');
      return source.bytes();
    },
  };
}
