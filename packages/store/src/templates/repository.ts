import { brandOf, mostUsed, type RowOf, sortsOf, templateEntity } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { foldKey } from '../database/fold.ts';
import { newId } from '../database/ids.ts';
import { findPage, readSort, searchFilter } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { Save, TemplateFields, TemplateRecord, Templates } from './templates.ts';

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
  thumbnail?: string | undefined;
  thumbnailKey?: string | undefined;
  updatedBy?: string | undefined;
}) {
  const tags = [...new Set(fields.tags)];
  return omitUndefined({
    name: fields.name,
    tags,
    design: fields.design,
    thumbnail: fields.thumbnail,
    thumbnailKey: fields.thumbnailKey,
    updatedBy: fields.updatedBy,
    ...derivedOf({ name: fields.name, tags }),
  });
}

/** What a save writes besides the content. Set instead of incremented: a repeated statement gives the same result. */
export function savedAs({ rev, saveId }: Save) {
  return omitUndefined({ rev: rev + 1, saveId, updatedAt: new Date() });
}

/** The record that this very save wrote before, when its answer was lost; otherwise the save is refused. */
export function requireOwnSave<Saved extends Pick<TemplateRecord, 'updatedAt'> & SaveFacts>(
  stored: Saved | null,
  save: Save,
): Saved {
  if (stored === null) throw new AppError('template_not_found');
  const { rev = 1, saveId, updatedAt, updatedBy } = stored;
  if (saveId !== undefined && saveId === save.saveId && rev === save.rev + 1) return stored;
  throw new AppError('template_conflict', {
    details: { rev, updatedAt: updatedAt.toISOString(), ...omitUndefined({ updatedBy }) },
  });
}

interface SaveFacts {
  rev?: number;
  saveId?: string;
  updatedBy?: string;
}

/** The templates of an organization that its brand is taken from: those that were changed last. */
const mostTemplates = 2_000;
/** Of those without a stored brand, how many designs one call reads. */
const mostDesigns = 50;
/** What is kept of one template. */
const mostNames = 48;

function brandFields(design: TemplateFields['design']) {
  const { colors, families } = brandOf(design);
  return { brandColors: colors.slice(0, mostNames), brandFamilies: families.slice(0, mostNames) };
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
    async brand(tenantId) {
      const [colors, families] = [new Map<string, number>(), new Map<string, number>()];
      const count = ({ brandColors = [], brandFamilies = [] }: Partial<TemplateRow>) => {
        for (const name of brandColors) colors.set(name, (colors.get(name) ?? 0) + 1);
        for (const name of brandFamilies) families.set(name, (families.get(name) ?? 0) + 1);
      };
      const unknown: string[] = [];
      const lastChanged = rows
        .find({ tenantId }, { projection: { brandColors: 1, brandFamilies: 1 } })
        .sort({ updatedAt: -1, _id: -1 })
        .limit(mostTemplates);
      for await (const row of lastChanged) {
        if (row.brandColors) count(row);
        else if (unknown.length < mostDesigns) unknown.push(row._id);
      }
      for (const _id of unknown) {
        const row = await rows.findOne({ _id, tenantId }, { projection: { design: 1 } });
        if (row) count(brandFields(row.design));
      }
      return { colors: mostUsed(colors), families: mostUsed(families) };
    },
    async create(tenantId, fields, templateId = newId()) {
      const now = new Date();
      return toRecord(
        await templates.insertOnce({
          ...toTemplateFields(fields),
          ...brandFields(fields.design),
          _id: templateId,
          tenantId,
          rev: 1,
          createdAt: now,
          updatedAt: now,
        } as TemplateRow),
      );
    },
    async update(tenantId, templateId, fields, save) {
      const template = await templates.findOneAndUpdate(
        { _id: templateId, tenantId, rev: save.rev },
        {
          $set: {
            ...toTemplateFields(fields),
            ...brandFields(fields.design),
            ...savedAs(save),
          } as Partial<TemplateRow>,
        },
        { returnDocument: 'after', projection: withoutInternal },
      );
      if (template) return template;
      const stored = await rows.findOne({ _id: templateId, tenantId }, { projection: withoutInternal });
      return requireOwnSave(stored, save);
    },
    async setThumbnail(tenantId, templateId, thumbnailKey) {
      await templates.updateOne({ _id: templateId, tenantId }, { $set: { thumbnailKey } });
    },
    deleteMany: (tenantId, templateIds) => templates.deleteMany({ _id: { $in: [...templateIds] }, tenantId }),
  };
}
