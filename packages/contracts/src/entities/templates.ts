import { z } from 'zod';
import { id } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, number, storedDesign, text, withoutUsualZone } from './stored.ts';
import { wireSchema } from './wire.ts';

export const templateEntity = defineEntity({
  collection: 'templates',
  version: 2,
  fields: {
    _id: field(text, { wire: id }),
    tenantId: field(text),
    name: field(text, { wire: true, search: true, sort: { by: 'nameKey' } }),
    tags: field(z.array(text), { wire: true, search: true }),
    design: field(storedDesign),
    /** What the design is drawn in, the most used first. Absent on templates that were saved before there was a brand. */
    brandColors: optionalField(z.array(text), { internal: true }),
    brandFamilies: optionalField(z.array(text), { internal: true }),
    /** The image that the thumbnail was made of; absent for that of a built-in template. */
    thumbnail: optionalField(anyText, { wire: id }),
    /** Object key of the thumbnail. */
    thumbnailKey: optionalField(anyText),
    /** Incremented with every save; a save names the one it started from. */
    rev: field(number, { wire: z.int() }),
    /** The operation that wrote this `rev`: a save that is repeated after a crash finds its own. */
    saveId: optionalField(anyText),
    /** When a revision was last frozen, other than by a batch. */
    frozenAt: optionalField(date),
    createdAt: field(date, { sort: true }),
    updatedAt: field(date, { wire: asMoment, sort: true }),
    updatedBy: optionalField(anyText),
    nameKey: field(anyText, { internal: true, derived: { by: 'fold', from: 'name' } }),
    searchKey: field(anyText, { internal: true, derived: { by: 'search' } }),
  },
  computed: { thumbnailUrl: z.string().optional() },
  indexes: [
    { keys: ['tenantId', 'updatedAt', '_id'] },
    { keys: ['tenantId', 'nameKey', '_id'] },
    { keys: ['thumbnailKey'] },
  ],
  migrations: { 1: withoutUsualZone },
});

export const templateSummary = wireSchema(templateEntity);
export type TemplateSummary = z.infer<typeof templateSummary>;
