import { AppError } from '@sello/kit';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort, searchFilter } from '../database/keyset.ts';
import {
  anyText,
  date,
  defineSchema,
  document,
  listOf,
  number,
  optionalText,
  text,
} from '../database/schema.ts';
import { inOrderOf, present, type Table } from '../database/table.ts';
import type { TemplateFields, TemplateRecord, Templates } from './templates.ts';

export interface TemplateRow extends TemplateRecord {
  nameKey: string;
  searchKey: string;
}

export const templateSchema = defineSchema<TemplateRow>({
  _id: text,
  tenantId: text,
  name: text,
  tags: listOf(text),
  design: document,
  thumbnailKey: optionalText,
  rev: number,
  createdAt: date,
  updatedAt: date,
  updatedBy: optionalText,
  nameKey: anyText,
  searchKey: anyText,
})
  .index({ tenantId: 1, updatedAt: 1, _id: 1 })
  .index({ tenantId: 1, nameKey: 1, _id: 1 });

const withoutKeys = { nameKey: 0, searchKey: 0 } as const;
const withoutDesign = { ...withoutKeys, design: 0 } as const;
const sorts = { name: 'nameKey', updatedAt: 'updatedAt', createdAt: '_id' };
const lastChangedFirst = { field: 'updatedAt', direction: -1 } as const;

/** What is stored of a template's or catalog entry's fields, with the keys of search and sort. */
export function toTemplateFields(fields: {
  name: string;
  tags: readonly string[];
  design: TemplateFields['design'];
  thumbnailKey?: string | undefined;
}) {
  const tags = [...new Set(fields.tags)];
  return present({
    name: fields.name,
    tags,
    design: fields.design,
    thumbnailKey: fields.thumbnailKey,
    nameKey: foldKey(fields.name),
    searchKey: [fields.name, ...tags].map(foldKey).join('\n'),
  });
}

export function createTemplates(templates: Table<TemplateRow>): Templates {
  const { rows } = templates;
  const plain = ({ nameKey: _n, searchKey: _s, ...template }: TemplateRow): TemplateRecord => template;
  return {
    async list(tenantId, { search, sort, limit, cursor, isCounted } = {}) {
      const words = foldKey(search ?? '');
      const { items, ...page } = await findPage(templates, {
        filter: { tenantId, ...(words !== '' && { $and: searchFilter('searchKey', words) }) },
        sort: readSort(sort, sorts, lastChangedFirst),
        limit,
        cursor,
        isCounted,
        projection: { design: 0, searchKey: 0 },
      });
      return {
        ...page,
        items: items.map((row) => {
          const { design: _, ...summary } = plain(row);
          return summary;
        }),
      };
    },
    get: (tenantId, templateId) => rows.findOne({ _id: templateId, tenantId }, { projection: withoutKeys }),
    summaries: async (tenantId, templateIds) =>
      inOrderOf(
        templateIds,
        await rows
          .find({ _id: { $in: [...templateIds] }, tenantId }, { projection: withoutDesign })
          .toArray(),
      ),
    async create(tenantId, fields, templateId = newId()) {
      const now = new Date();
      return plain(
        await templates.insertOnce({
          ...present({ updatedBy: fields.updatedBy }),
          ...toTemplateFields(fields),
          _id: templateId,
          tenantId,
          rev: 1,
          createdAt: now,
          updatedAt: now,
        } as TemplateRow),
      );
    },
    async update(tenantId, templateId, fields) {
      const template = await templates.findOneAndUpdate(
        { _id: templateId, tenantId },
        {
          $set: {
            ...toTemplateFields(fields),
            ...present({ updatedBy: fields.updatedBy }),
            updatedAt: new Date(),
          } as Partial<TemplateRow>,
          $inc: { rev: 1 },
        },
        { returnDocument: 'after', projection: withoutKeys },
      );
      if (!template) throw new AppError('template_not_found');
      return template;
    },
    async setThumbnail(tenantId, templateId, thumbnailKey) {
      await templates.updateOne({ _id: templateId, tenantId }, { $set: { thumbnailKey } });
    },
    deleteMany: (tenantId, templateIds) => templates.deleteMany({ _id: { $in: [...templateIds] }, tenantId }),
  };
}
