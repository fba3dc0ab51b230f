import { type RowOf, sortsOf, templateEntity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort, searchFilter } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { TemplateFields, Templates } from './templates.ts';

export type TemplateRow = RowOf<typeof templateEntity>;

const { derivedOf, toRecord, withoutInternal } = storedForm(templateEntity);
const withoutDesign = { ...withoutInternal, design: 0 } as const;
const sorts = sortsOf(templateEntity);
const lastChangedFirst = { field: 'updatedAt', direction: -1 } as const;

/** The stored fields of a template or catalog entry, with search and sort keys. */
export function toTemplateFields(fields: {
  name: string;
  tags: readonly string[];
  design: TemplateFields['design'];
  thumbnailKey?: string | undefined;
}) {
  const tags = [...new Set(fields.tags)];
  return omitUndefined({
    name: fields.name,
    tags,
    design: fields.design,
    thumbnailKey: fields.thumbnailKey,
    ...derivedOf({ name: fields.name, tags }),
  });
}

export function createTemplates(templates: Table<TemplateRow>): Templates {
  const { rows } = templates;
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
          const { design: _, ...summary } = toRecord(row);
          return summary;
        }),
      };
    },
    get: (tenantId, templateId) =>
      rows.findOne({ _id: templateId, tenantId }, { projection: withoutInternal }),
    summaries: async (tenantId, templateIds) =>
      inOrderOf(
        templateIds,
        await rows
          .find({ _id: { $in: [...templateIds] }, tenantId }, { projection: withoutDesign })
          .toArray(),
      ),
    async create(tenantId, fields, templateId = newId()) {
      const now = new Date();
      return toRecord(
        await templates.insertOnce({
          ...omitUndefined({ updatedBy: fields.updatedBy }),
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
            ...omitUndefined({ updatedBy: fields.updatedBy }),
            updatedAt: new Date(),
          } as Partial<TemplateRow>,
          $inc: { rev: 1 },
        },
        { returnDocument: 'after', projection: withoutInternal },
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
