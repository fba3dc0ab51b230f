import { z } from 'zod';
import { languages } from '../limits.ts';
import { id } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, flag, number, storedDesign, text, withoutUsualZone } from './stored.ts';
import { wireSchema } from './wire.ts';

/** A template that every organization can copy. It belongs to no tenant. */
export const catalogEntity = defineEntity({
  collection: 'catalog',
  version: 2,
  fields: {
    _id: field(text, { wire: id }),
    /** Stable key of a built-in entry, unique per language; absent for entries created by super admins. */
    key: optionalField(anyText),
    /** Absent = for every language. */
    language: optionalField(z.enum(languages), { wire: true }),
    builtIn: field(flag, { wire: true }),
    /** A super admin changed this built-in entry: a new release leaves it as it is. */
    isEdited: optionalField(flag),
    /** A super admin deleted this built-in entry: it stays deleted. */
    removedAt: optionalField(date),
    name: field(text, { wire: true, search: true, sort: { by: 'nameKey' } }),
    tags: field(z.array(text), { wire: true, search: true }),
    design: field(storedDesign),
    /** The image of the catalog that the thumbnail was made of. */
    thumbnail: optionalField(anyText, { wire: id }),
    thumbnailKey: optionalField(anyText),
    /** As of a template; an entry of an earlier release has none, which counts as 1. */
    rev: optionalField(number),
    saveId: optionalField(anyText),
    createdAt: field(date, { sort: true }),
    updatedAt: field(date, { wire: asMoment, sort: true }),
    updatedBy: optionalField(anyText),
    nameKey: field(anyText, { internal: true, derived: { by: 'fold', from: 'name' } }),
    searchKey: field(anyText, { internal: true, derived: { by: 'search' } }),
  },
  computed: {
    rev: z.int(),
    thumbnailUrl: z.string().optional(),
    /** Of the first page, in points. */
    size: z.object({ width: z.number(), height: z.number() }).optional(),
  },
  indexes: [
    { keys: ['key', 'language'], unique: true, where: { builtIn: true } },
    { keys: ['nameKey', '_id'] },
  ],
  migrations: { 1: withoutUsualZone },
});

export const catalogSummary = wireSchema(catalogEntity);
export type CatalogSummary = z.infer<typeof catalogSummary>;
