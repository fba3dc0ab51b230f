import type { AssetUse } from './entities/assets.ts';
import { isAllowed, type Permission, type Role } from './permissions.ts';

/**
 * Where an asset is named by its id. design: an element or a background of a template or an entry of the catalog.
 * thumbnail: the public picture of one. tags: what the AI sees of it. signature: of a signatory in the settings. photo: of
 * a student. (The logo of the settings is named by its address, which only an upload as `logo` gets.)
 */
export type AssetPlace = 'design' | 'thumbnail' | 'tags' | 'signature' | 'photo';

/** What deletes assets that nothing holds; everything else stays as long as its organization. */
type AssetEnd = 'thumbnailSweep' | 'unsavedSweep' | 'erasure';

interface AssetRule {
  /** The permission that reads it; that of one of its uses is enough. */
  read: Permission;
  /** One of them is needed to upload it. */
  upload: readonly Permission[];
  /** Where it can be named. */
  taken: readonly AssetPlace[];
  /** Where earlier versions took it, too: what names it there can be saved again with it, and is printed. */
  kept: readonly AssetPlace[];
  deletedBy: readonly AssetEnd[];
}

const designers = ['templates.edit', 'templates.create'] as const;

/** The only table of what may be done with an asset: who reads and uploads it, where it is used, what deletes it. */
export const assetUses = {
  image: {
    ...{ read: 'templates.view', upload: designers, taken: ['design', 'tags'] },
    ...{ kept: ['thumbnail', 'signature', 'photo'], deletedBy: ['erasure'] },
  },
  thumbnail: {
    ...{ read: 'templates.view', upload: designers, taken: ['thumbnail', 'tags'] },
    ...{ kept: [], deletedBy: ['thumbnailSweep', 'erasure'] },
  },
  page: { read: 'templates.view', upload: designers, taken: ['design'], kept: [], deletedBy: [] },
  // Public from its upload on. Sent letters show those that were saved, so no erasure deletes one.
  logo: {
    ...{ read: 'templates.view', upload: ['settings.edit'], taken: ['design'] },
    ...{ kept: [], deletedBy: ['unsavedSweep'] },
  },
  signature: {
    ...{ read: 'settings.view', upload: ['settings.edit'], taken: ['signature'] },
    ...{ kept: [], deletedBy: ['unsavedSweep'] },
  },
  photo: {
    ...{ read: 'students.view', upload: ['students.create'], taken: ['photo'] },
    ...{ kept: [], deletedBy: ['unsavedSweep', 'erasure'] },
  },
} as const satisfies Record<AssetUse, AssetRule>;

const rules: Record<AssetUse, AssetRule> = assetUses;

interface Used {
  use?: AssetUse | undefined;
  also?: readonly AssetUse[] | undefined;
  logoKey?: string | undefined;
}

/** The uses of an asset: the same bytes uploaded for two uses are one asset. Earlier versions stored the first alone. */
export const usesOf = ({ use = 'image', also = [], logoKey }: Used): AssetUse[] => [
  ...new Set([use, ...also, ...(logoKey === undefined ? [] : (['logo'] as const))]),
];

/** Whose upload is which; the first one decides how it is swept. */
export const usesByRank = [
  'image',
  'page',
  'logo',
  'signature',
  'photo',
  'thumbnail',
] as const satisfies readonly AssetUse[];

export const mayUploadAs = (use: AssetUse, roles: readonly Role[]): boolean =>
  rules[use].upload.some((permission) => isAllowed(roles, permission));

/** The permissions that read the asset; one of them is enough. */
export const readersOf = (asset: Used): Permission[] => usesOf(asset).map((use) => rules[use].read);

export const mayReadAsset = (asset: Used, roles: readonly Role[]): boolean =>
  readersOf(asset).some((permission) => isAllowed(roles, permission));

/** Whether the asset can be named at a place from now on. */
export const isTakenAt = (asset: Used, place: AssetPlace): boolean =>
  usesOf(asset).some((use) => rules[use].taken.includes(place));

/** Whether the asset may be at a place that names it already. */
export const isKeptAt = (asset: Used, place: AssetPlace): boolean =>
  isTakenAt(asset, place) || usesOf(asset).some((use) => rules[use].kept.includes(place));

/** Whether this may delete the asset once nothing holds it. */
export const mayDelete = (asset: Used, by: AssetEnd): boolean =>
  usesOf(asset).every((use) => rules[use].deletedBy.includes(by));

/** The uses of the assets that a sweep looks for. */
export const usesDeletedBy = (by: AssetEnd): AssetUse[] =>
  usesByRank.filter((use) => rules[use].deletedBy.includes(by));
