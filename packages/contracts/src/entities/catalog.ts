import { z } from 'zod';
import { languages } from '../limits.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, date, flag, storedDesign, text } from './stored.ts';

/** A template that every organization can copy. It belongs to no tenant. */
export const catalogEntity = defineEntity({
  collection: 'catalog',
  fields: {
    _id: field(text),
    /** Stable key of a built-in entry, unique per language; absent for entries created by super admins. */
    key: optionalField(anyText),
    language: optionalField(z.enum(languages)),
    builtIn: field(flag),
    name: field(text, { search: true, sort: { by: 'nameKey' } }),
    tags: field(z.array(text), { search: true }),
    design: field(storedDesign),
    thumbnailKey: optionalField(anyText),
    createdAt: field(date, { sort: { by: '_id' } }),
    updatedAt: field(date, { sort: true }),
    nameKey: field(anyText, { internal: true, derived: { by: 'fold', from: 'name' } }),
    searchKey: field(anyText, { internal: true, derived: { by: 'search' } }),
  },
  indexes: [
    { keys: ['key', 'language'], unique: true, where: { builtIn: true } },
    { keys: ['nameKey', '_id'] },
  ],
});
