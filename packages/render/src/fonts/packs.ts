import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFamilies, type FontPack, fontPacks } from '@sello/design/fonts';
import type { CatalogueFile } from './bundled.ts';

/** How often a service looks whether a pack has arrived, ms. */
export const packCheckMs = 5_000;

/** The folder of one pack in the folder of all; a new version of its package is a folder of its own. */
export function packFolder(packs: string, { package: name, version }: FontPack): string {
  return join(packs, `${name.split('/').at(-1)}-${version}`);
}

/** The faces that a pack brings. */
export function packFiles(pack: FontPack): CatalogueFile[] {
  const family = catalogueFamilies.get(pack.name);
  if (!family) throw new RangeError(`no family ${pack.name}`);
  return family.faces.map((face) => ({ ...face, family }));
}

/** The packs in a folder. A pack appears there whole or not at all, so its folder is all that is looked for. */
export function presentPacks(packs: string | undefined): FontPack[] {
  if (packs === undefined) return [];
  return fontPacks.filter((pack) => existsSync(packFolder(packs, pack)));
}

export function packedPath(packs: string, pack: FontPack, { path }: CatalogueFile): string {
  return join(packFolder(packs, pack), path);
}
