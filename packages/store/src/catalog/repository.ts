import { catalogEntity, type RowOf, sortsOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { isDuplicateKey } from '../database/errors.ts';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort, searchFilter } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import type { Table } from '../database/table.ts';
import { toTemplateFields } from '../templates/repository.ts';
import type { Catalog } from './catalog.ts';

export type CatalogRow = RowOf<typeof catalogEntity>;

const { toRecord, withoutInternal } = storedForm(catalogEntity);
const sorts = sortsOf(catalogEntity);
const byName = { field: 'nameKey', direction: 1 } as const;

export function createCatalog(catalog: Table<CatalogRow>): Catalog {
  const { rows } = catalog;
  return {
    async list({ search, sort, limit, cursor, language } = {}) {
      const words = foldKey(search ?? '');
      const { items, ...page } = await findPage(catalog, {
        filter: {
          ...(language && { language: { $in: [language, null] } }),
          ...(words !== '' && { $and: searchFilter('searchKey', words) }),
        },
        sort: readSort(sort, sorts, byName),
        limit,
        cursor,
        projection: { design: 0, searchKey: 0 },
      });
      return {
        ...page,
        items: items.map((row) => {
          const { design: _, ...summary } = toRecord(row);
          return summary;
        }),
      };
    },
    get: (entryId) => rows.findOne({ _id: entryId }, { projection: withoutInternal }),
    async create(fields, entryId = newId()) {
      const now = new Date();
      const row = {
        ...toTemplateFields(fields),
        _id: entryId,
        builtIn: false,
        createdAt: now,
        updatedAt: now,
      };
      return toRecord(await catalog.insertOnce(row as CatalogRow));
    },
    async update(entryId, fields) {
      const entry = await catalog.findOneAndUpdate(
        { _id: entryId },
        { $set: { ...toTemplateFields(fields), updatedAt: new Date() } as Partial<CatalogRow> },
        { returnDocument: 'after', projection: withoutInternal },
      );
      if (!entry) throw new AppError('template_not_found');
      return entry;
    },
    async upsertBuiltIn({ key, language, ...fields }) {
      const now = new Date();
      const write = () =>
        catalog.findOneAndUpdate(
          { key, language, builtIn: true },
          {
            $set: { ...toTemplateFields(fields), updatedAt: now } as Partial<CatalogRow>,
            $setOnInsert: { _id: newId(), createdAt: now },
          },
          { upsert: true, returnDocument: 'after', projection: withoutInternal },
        );
      try {
        return (await write())!;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await write())!;
      }
    },
    builtIns: (language) =>
      rows.find({ builtIn: true, language }, { projection: withoutInternal }).sort({ key: 1 }).toArray(),
    deleteMany: (entryIds) => catalog.deleteMany({ _id: { $in: [...entryIds] } }),
    tags: async () => (await rows.distinct('tags')).sort((a, b) => a.localeCompare(b)),
  };
}
