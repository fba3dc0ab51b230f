import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueFamilies, type FontPack, fontPacks } from '@sello/design/fonts';
import type { CatalogueFile } from './bundled.ts';

/** The folder of one pack within the folder of all packs; each version of its package has its own folder. */
export function packFolder(packs: string, { package: name, version }: FontPack): string {
  return join(packs, `${name.split('/').at(-1)}-${version}`);
}

/** The faces of a pack. Throws RangeError for a pack whose family is not in the catalogue. */
export function packFiles(pack: FontPack): CatalogueFile[] {
  const family = catalogueFamilies.get(pack.name);
  if (!family) throw new RangeError(`no family ${pack.name}`);
  return family.faces.map((face) => ({ ...face, family }));
}

/** The packs installed in a folder. A pack is installed by one rename, so a folder that exists is complete. */
export function presentPacks(packs: string | undefined): FontPack[] {
  if (packs === undefined) return [];
  return fontPacks.filter((pack) => existsSync(packFolder(packs, pack)));
}

export function packedPath(packs: string, pack: FontPack, { path }: CatalogueFile): string {
  return join(packFolder(packs, pack), path);
}
