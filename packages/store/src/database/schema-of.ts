import { type Entity, storedShape } from '@sello/contracts';
import { Schema } from 'mongoose';
import type { z } from 'zod';

/** Ids are strings that the store generates, and only `ensureIndexes` creates indexes. */
const schemaOptions = {
  versionKey: false,
  minimize: false,
  autoIndex: false,
  autoCreate: false,
  id: false,
} as const;

/**
 * The mongoose schema of an entity: the fields of a document and its indexes. `compileCheck` derives the validation of
 * writes from it. Throws for a type that has no stored form, such as a transformation.
 */
export function schemaOf(entity: Entity): Schema {
  const schema = new Schema(pathsOf(storedShape(entity)), schemaOptions as never);
  for (const { keys, where, ...options } of entity.indexes) {
    schema.index(Object.fromEntries(keys.map((key) => [key, 1])), {
      ...options,
      ...(where && { partialFilterExpression: where }),
    });
  }
  return schema;
}

function pathsOf(shape: Record<string, z.ZodType>): Record<string, never> {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, pathOf(type, name) as never]));
}

function pathOf(type: z.ZodType, name: string): Record<string, unknown> {
  const { def } = (type as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return { ...pathOf(def.innerType as z.ZodType, name), required: false };
    case 'string':
      return { type: String, required: true, minlength: (type as z.ZodString).minLength ?? 0 };
    case 'enum':
      return { type: String, required: true, enum: Object.values(def.entries) };
    case 'number':
      return { type: Number, required: true };
    case 'boolean':
      return { type: Boolean, required: true };
    case 'literal':
      return literal(def.values, name);
    case 'date':
      return { type: Date, required: true };
    case 'array':
      return { type: [elementOf(def.element as z.ZodType, name)], required: true };
    case 'object':
      return { type: subSchema(def.shape as Record<string, z.ZodType>), required: true };
    // Validated elsewhere by its own contract (a design), or an object with arbitrary keys.
    case 'custom':
    case 'record':
      return { type: Schema.Types.Mixed, required: true };
    default:
      throw new TypeError(`${name}: zod ${def.type} has no stored form`);
  }
}

function literal(values: readonly unknown[], name: string): Record<string, unknown> {
  if (values.every((value) => typeof value === 'string'))
    return { type: String, required: true, enum: values };
  if (values.every((value) => typeof value === 'boolean')) return { type: Boolean, required: true };
  throw new TypeError(`${name}: a stored literal must be a string or a boolean`);
}

function elementOf(type: z.ZodType, name: string): unknown {
  const { def } = (type as unknown as z.core.$ZodTypes)._zod;
  return def.type === 'object' ? subSchema(def.shape as Record<string, z.ZodType>) : pathOf(type, name);
}

const subSchema = (shape: Record<string, z.ZodType>): Schema => new Schema(pathsOf(shape), { _id: false });
