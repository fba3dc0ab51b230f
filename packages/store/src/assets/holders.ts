import { type AssetPlace, isKeptAt } from '@sello/contracts';
import type { Filter, Table } from '../database/table.ts';
import type { Tables } from '../database/tables.ts';
import type { AssetRecord } from './assets.ts';

export type HolderTables = Pick<
  Tables,
  | ('tenants' | 'students' | 'trashedStudents' | 'certificates')
  | ('templates' | 'templateRevisions' | 'catalog')
>;

interface Holder {
  in: keyof HolderTables;
  path: string;
  /** How it names an asset: by its id, by the key of its object, or by an address that ends in the key's last part. */
  by: 'id' | 'key' | 'address' | 'text';
  /** Only assets that may be there are asked for. Objects are asked for whatever they are of. */
  place?: AssetPlace;
  /** The field with the student who holds it. */
  student?: string;
}

/**
 * Everything that holds an asset, once: whatever deletes assets asks here. An issued certificate holds the photograph that
 * it printed, and the objects of the prefix that it was printed with.
 */
const holders: readonly Holder[] = [
  { in: 'tenants', path: 'signatories.signature', by: 'id', place: 'signature' },
  { in: 'tenants', path: 'logoUrl', by: 'address' },
  { in: 'students', path: 'photo', by: 'id', place: 'photo', student: '_id' },
  { in: 'trashedStudents', path: 'photo', by: 'id', place: 'photo', student: '_id' },
  { in: 'certificates', path: 'photo', by: 'id', place: 'photo', student: 'studentId' },
  ...(['templates', 'templateRevisions', 'catalog'] as const).flatMap((table): Holder[] => [
    { in: table, path: 'thumbnail', by: 'id', place: 'thumbnail' },
    { in: table, path: 'thumbnailKey', by: 'key' },
    { in: table, path: 'design', by: 'text', place: 'design' },
  ]),
  ...['logo', 'signature1', 'signature2'].map(
    (name): Holder => ({ in: 'templateRevisions', path: `prefixes.${name}`, by: 'key' }),
  ),
];

type AnyRow = { _id: string } & Record<string, unknown>;
const rowsIn = (tables: HolderTables, holder: Holder) => (tables[holder.in] as unknown as Table<AnyRow>).rows;
/** The last part of a key or an address. */
const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Which of these objects something shows or prints, in any organization. */
export async function keysHeld(tables: HolderTables, given: readonly string[]): Promise<Set<string>> {
  const keys = [...given];
  const found = await Promise.all(
    holders.map(async (holder) => {
      const { path, by } = holder;
      const asked = { key: { $in: keys }, address: { $exists: true } }[by as 'key' | 'address'];
      if (asked === undefined) return [];
      const named = (await rowsIn(tables, holder).distinct(path, { [path]: asked } as never)) as string[];
      if (by === 'key') return named;
      const names = new Set(named.map(nameIn));
      return keys.filter((key) => names.has(nameIn(key)));
    }),
  );
  return new Set(found.flat());
}

/** The ids of those of these assets that something names by its id, without designs. */
async function idsHeld(
  tables: HolderTables,
  assets: readonly AssetRecord[],
  { without, isAsked }: { without?: string | undefined; isAsked: (holder: Holder) => boolean },
): Promise<string[]> {
  const tenantIds = [...new Set(assets.map(({ tenantId }) => tenantId))];
  const found = await Promise.all(
    holders.map(async (holder) => {
      const { in: table, path, place, student } = holder;
      if (holder.by !== 'id' || !isAsked(holder)) return [];
      const ids = assets.filter((asset) => place === undefined || isKeptAt(asset, place));
      if (ids.length === 0) return [];
      const asked = {
        ...(table === 'tenants' && { _id: { $in: tenantIds } }),
        ...(table !== 'tenants' && table !== 'catalog' && { tenantId: { $in: tenantIds } }),
        ...(student !== undefined && without !== undefined && { [student]: { $ne: without } }),
        [path]: { $in: ids.map(({ _id }) => _id) },
      };
      return (await rowsIn(tables, holder).distinct(path, asked as never)) as string[];
    }),
  );
  return found.flat();
}

/** Those that a certificate was printed with: it outlives everything else of its organization. */
export const printedPhotos = async (
  tables: HolderTables,
  assets: readonly AssetRecord[],
): Promise<Set<string>> =>
  new Set(await idsHeld(tables, assets, { isAsked: ({ in: table }) => table === 'certificates' }));

/** Those of the assets that a design uses; designs are searched as text, because any element may name one. */
async function inDesigns(tables: HolderTables, assets: readonly AssetRecord[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [tenantId, own] of Map.groupBy(assets, (asset) => asset.tenantId)) {
    for (const holder of holders.filter(({ by }) => by === 'text')) {
      const filter = (holder.in === 'catalog' ? {} : { tenantId }) as Filter<AnyRow>;
      const designs = rowsIn(tables, holder).find(filter, { projection: { [holder.path]: 1 } });
      for await (const row of designs) {
        const text = JSON.stringify(row[holder.path]);
        for (const { _id } of own) if (text.includes(_id)) found.add(_id);
      }
    }
  }
  return found;
}

/**
 * The ids of those of these assets that something holds; `without` is a student who counts as nobody. Designs are read
 * only for assets that may be in one and that nothing else holds.
 */
export async function assetsHeld(
  tables: HolderTables,
  assets: readonly AssetRecord[],
  { without }: { without?: string } = {},
): Promise<Set<string>> {
  if (assets.length === 0) return new Set();
  const objectsOf = ({ key, logoKey, pictureKey }: AssetRecord) =>
    [key, logoKey, pictureKey].filter((one) => one !== undefined);
  const [keys, ids] = await Promise.all([
    keysHeld(tables, assets.flatMap(objectsOf)),
    idsHeld(tables, assets, { without, isAsked: () => true }),
  ]);
  const held = new Set(ids);
  for (const asset of assets) if (objectsOf(asset).some((key) => keys.has(key))) held.add(asset._id);
  const left = assets.filter((asset) => !held.has(asset._id) && isKeptAt(asset, 'design'));
  return new Set([...held, ...(await inDesigns(tables, left))]);
}
