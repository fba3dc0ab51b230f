import { logoKeyOf } from '@sello/contracts';

/** The object keys of this service. Certificate objects end in the SHA-256 of their bytes. */
export const prefixFolder = 'certificates/prefixes/';
/** Damaged prefixes that could not be recompiled: kept for investigation, never served. */
const damagedFolder = 'certificates/damaged/';
export const packFolder = 'certificates/packs/';
export const archiveFolder = 'archives/';

export const prefixKey = (tenantId: string, sha256: string): string => `${prefixFolder}${tenantId}/${sha256}`;

/** The key begins with the day, so that the sweep of orphans lists recent packs only. */
export const packKey = (tenantId: string, sha256: string, now: Date): string =>
  `${packsOfDay(now)}${tenantId}/${sha256}`;

export const packsOfDay = (day: Date): string => `${packFolder}${day.toISOString().slice(0, 10)}/`;

export const tenantOfPack = (key: string): string | undefined => key.split('/').at(-2);

export const tenantOfPrefix = (key: string): string => key.split('/').at(-2) ?? '';

export const damagedKey = (prefixKeyOf: string): string =>
  damagedFolder + prefixKeyOf.slice(prefixFolder.length);

/** The object of a logo by its URL; before logos had names of their own they were pictures named by their content. */
export function pictureKeyOf(url: string | undefined): string | undefined {
  const logo = url && logoKeyOf(url);
  if (logo) return logo;
  const name = url === undefined ? undefined : /\/assets\/([0-9a-f]{64}\.(?:png|jpg|webp))$/.exec(url)?.[1];
  return name && `pictures/${name}`;
}

export const archiveKey = (tenantId: string, batchId: string, fence: number): string =>
  `${archiveFolder}${tenantId}/${batchId}-${fence}.zip`;

/** The hash that a content-addressed key ends in. */
export const sha256OfKey = (key: string): string => key.split('/').at(-1) ?? '';
