import { isDeepStrictEqual } from 'node:util';
import { catalogEntity, type Language, type RowOf, sortsOf } from '@sello/contracts';
import { isDuplicateKey } from '../database/errors.ts';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort, searchFilter } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import { type Filter, omitUndefined, type Table } from '../database/table.ts';
import { requireOwnSave, savedAs, toTemplateFields } from '../templates/repository.ts';
import type { Catalog, CatalogFields, CatalogRecord } from './catalog.ts';

export type CatalogRow = RowOf<typeof catalogEntity>;

const { toRecord, withoutInternal } = storedForm(catalogEntity);
const sorts = sortsOf(catalogEntity);
const byName = { field: 'nameKey', direction: 1 } as const;
const isPresent = { removedAt: { $exists: false } };
const inLanguage = (language: Language | undefined) => language && { language: { $in: [language, null] } };
/** What a summary leaves out. Of the design it keeps the pages, for their size. */
const summary = {
  ...withoutInternal,
  'design.variables': 0,
  'design.pages.elements': 0,
  'design.pages.background': 0,
} as const;
/** Until a super admin changes or deletes it, a built-in entry follows the release. */
const isUntouched = { builtIn: true, isEdited: { $exists: false }, ...isPresent };

const toCatalogFields = ({ language, ...fields }: CatalogFields) =>
  omitUndefined({ ...toTemplateFields(fields), language });

/** Compared as JSON, because stored designs went through the database. */
function isSameContent(stored: CatalogRecord, { name, tags, design, thumbnailKey }: CatalogFields): boolean {
  const { name: _name, tags: _tags, design: _design, thumbnailKey: _key } = stored;
  const plain = (content: object) => JSON.parse(JSON.stringify(content)) as unknown;
  return isDeepStrictEqual(
    plain({ name: _name, tags: _tags, design: _design, key: _key }),
    plain({ name, tags: [...new Set(tags)], design, key: thumbnailKey ?? _key }),
  );
}

export function createCatalog(catalog: Table<CatalogRow>): Catalog {
  const { rows } = catalog;
  const get: Catalog['get'] = (entryId) =>
    rows.findOne({ _id: entryId, ...isPresent }, { projection: withoutInternal });
  return {
    async list({ search, sort, limit, cursor, language, tag, isCounted } = {}) {
      const words = foldKey(search ?? '');
      const { items, ...page } = await findPage(catalog, {
        filter: {
          ...isPresent,
          ...inLanguage(language),
          ...(tag !== undefined && { tags: tag }),
          ...(words !== '' && { $and: searchFilter('searchKey', words) }),
        },
        sort: readSort(sort, sorts, byName),
        limit,
        cursor,
        isCounted,
        projection: summary,
      });
      return { ...page, items: items.map(toRecord) };
    },
    get,
    async create(fields, entryId = newId()) {
      const now = new Date();
      const row = {
        ...toCatalogFields(fields),
        _id: entryId,
        builtIn: false,
        rev: 1,
        createdAt: now,
        updatedAt: now,
      };
      return toRecord(await catalog.insertOnce(row as CatalogRow));
    },
    async update(entryId, fields, save) {
      const existing = await get(entryId);
      const rev = save.rev === 1 ? { $in: [1, null] } : save.rev;
      const set = {
        ...toCatalogFields(fields),
        ...savedAs(save),
        ...(existing?.builtIn && { isEdited: true }),
      };
      const entry = await catalog.findOneAndUpdate(
        { _id: entryId, rev, ...isPresent } as Filter<CatalogRow>,
        { $set: set as Partial<CatalogRow> },
        { returnDocument: 'after', projection: withoutInternal },
      );
      return entry ?? requireOwnSave(await get(entryId), save);
    },
    async upsertBuiltIn({ key, language, ...fields }) {
      const same = { key, language, builtIn: true };
      const stored = await rows.findOne(same, { projection: withoutInternal });
      const now = new Date();
      if (stored === null) {
        const row = {
          ...toTemplateFields(fields),
          ...same,
          _id: newId(),
          rev: 1,
          createdAt: now,
          updatedAt: now,
        };
        try {
          await catalog.insert(row as CatalogRow);
          return true;
        } catch (error) {
          // Another service wrote it.
          if (isDuplicateKey(error)) return false;
          throw error;
        }
      }
      const { rev } = stored;
      if (isSameContent(stored, fields)) return false;
      const { matchedCount } = await catalog.updateOne(
        { _id: stored._id, ...isUntouched, rev: rev ?? null } as Filter<CatalogRow>,
        { $set: { ...toTemplateFields(fields), ...savedAs({ rev: rev ?? 1 }) } as Partial<CatalogRow> },
      );
      return matchedCount === 1;
    },
    builtIns: (language) =>
      rows
        .find({ builtIn: true, language, ...isPresent }, { projection: withoutInternal })
        .sort({ key: 1 })
        .toArray(),
    async deleteMany(entryIds) {
      const these = { _id: { $in: [...entryIds] } };
      const own = await catalog.deleteMany({ ...these, builtIn: false });
      // A built-in entry leaves a mark, so that it is not written again.
      const builtIn = await catalog.updateMany(
        { ...these, builtIn: true, ...isPresent },
        { $set: { removedAt: new Date() } },
      );
      return own + builtIn.matchedCount;
    },
    async tags(language) {
      const filter = { ...isPresent, ...inLanguage(language) } as Filter<CatalogRow>;
      const uses = new Map<string, number>();
      for await (const { tags } of rows.find(filter, { projection: { tags: 1 } })) {
        for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
      }
      return [...uses].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([tag]) => tag);
    },
  };
}
