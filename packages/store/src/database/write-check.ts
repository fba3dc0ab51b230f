import { AppError } from '@sello/kit';
import type { Schema, SchemaType } from 'mongoose';

/**
 * Validation of writes, derived once from a schema. Every function throws `internal`; its cause names the path and
 * never the value.
 */
export interface WriteCheck {
  /** A complete row: no field missing or unknown, every value of its type. */
  row(row: object): void;
  /** The operators of an update: known paths, values of their type, no required field unset. */
  update(update: object): void;
  /** An update that may insert: together with the equality conditions of its filter it must make a complete row. */
  upsert(filter: object, update: object): void;
  /** The filter of a write: at least one condition, and none with an undefined value. */
  filter(filter: object): void;
}

type Check = (value: unknown) => void;

interface Field {
  name: string;
  path: string;
  isRequired: boolean;
  check: Check;
  /** For an object, its fields; for a list, the check of one element. */
  fields?: Fields;
  element?: Check;
  isAnything?: true;
}
type Fields = Record<string, Field>;

/** A programming error that no user can correct. */
function refuse(path: string, reason: string): never {
  throw new AppError('internal', { cause: new TypeError(`${path}: ${reason}`) });
}

const scalars: Record<string, { name: string; is(value: unknown): boolean }> = {
  String: { name: 'text', is: (value) => typeof value === 'string' },
  Number: { name: 'a finite number', is: Number.isFinite },
  Boolean: { name: 'a boolean', is: (value) => typeof value === 'boolean' },
  Date: { name: 'a date', is: (value) => value instanceof Date && !Number.isNaN(value.getTime()) },
  Mixed: { name: 'an object', is: (value) => typeof value === 'object' && value !== null },
};

interface Options {
  required?: boolean;
  enum?: readonly string[];
  minlength?: number;
}

function compileScalar(path: string, instance: string, options: Options): Check {
  const scalar = scalars[instance];
  if (!scalar) throw new TypeError(`${path}: the type ${instance} is not supported`);
  const { name, is } = scalar;
  const allowed = options.enum ? new Set<unknown>(options.enum) : undefined;
  const shortest = options.minlength ?? 0;
  return (value) => {
    if (!is(value)) refuse(path, `is not ${name}`);
    if (allowed && !allowed.has(value)) refuse(path, 'is none of its values');
    if (shortest > 0 && (value as string).length < shortest) refuse(path, 'is empty');
  };
}

function compileObject(path: string, fields: Fields): Check {
  const required = Object.values(fields).filter((field) => field.isRequired);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return refuse(path, 'is not an object');
    const given = value as Record<string, unknown>;
    for (const name in given) {
      const field = fields[name];
      if (field === undefined) return refuse(`${path}.${name}`, 'is not in the schema');
      // The driver omits fields that are undefined; required ones are checked below.
      if (given[name] === undefined) continue;
      if (given[name] === null && !field.isRequired) continue;
      field.check(given[name]);
    }
    for (const field of required) {
      if (given[field.name] === undefined) refuse(field.path, 'is missing');
    }
  };
}

function compileField(path: string, name: string, type: SchemaType): Field {
  const options = type.options as Options;
  const isRequired = options.required === true;
  if (type.instance === 'Array') {
    const inner = (type as { embeddedSchemaType?: SchemaType }).embeddedSchemaType;
    const element = type.schema
      ? compileObject(path, compileFields(path, type.schema))
      : compileScalar(path, inner!.instance, inner!.options as Options);
    const check: Check = (value) => {
      if (!Array.isArray(value)) return refuse(path, 'is not a list');
      for (const one of value) element(one);
    };
    return { name, path, isRequired, check, element };
  }
  if (type.schema) {
    const fields = compileFields(path, type.schema);
    return { name, path, isRequired, check: compileObject(path, fields), fields };
  }
  const check = compileScalar(path, type.instance, options);
  return { name, path, isRequired, check, ...(type.instance === 'Mixed' && { isAnything: true }) };
}

function compileFields(path: string, schema: Schema): Fields {
  const fields: Fields = Object.create(null) as Fields;
  schema.eachPath((name, type) => {
    fields[name] = compileField(`${path}.${name}`, name, type);
  });
  return fields;
}

type FieldValues = Record<string, unknown>;
const has = (value: object | undefined, name: string): boolean =>
  value !== undefined && Object.hasOwn(value, name);

/** Compiles the validation of a collection's writes from its schema. */
export function compileCheck(collection: string, schema: Schema): WriteCheck {
  const fields = compileFields(collection, schema);
  const row = compileObject(collection, fields);

  /** The field of a dotted path; undefined within an object whose fields the schema does not declare. */
  function fieldAt(path: string): Field | undefined {
    let within: Fields | undefined = fields;
    let field: Field | undefined;
    for (const name of path.split('.')) {
      field = within?.[name];
      if (!field) return refuse(`${collection}.${path}`, 'is not in the schema');
      if (field.isAnything) return field.path === `${collection}.${path}` ? field : undefined;
      within = field.fields;
    }
    return field;
  }

  const operators: Record<string, (path: string, value: unknown) => void> = {
    $set(path, value) {
      const field = fieldAt(path);
      if (path === '_id') refuse(field!.path, 'never changes');
      if (!field || ((value === undefined || value === null) && !field.isRequired)) return;
      if (value === undefined || value === null) return refuse(field.path, 'is required');
      field.check(value);
    },
    $setOnInsert(path, value) {
      if (value !== undefined) fieldAt(path)?.check(value);
    },
    $unset(path) {
      const field = fieldAt(path);
      if (field?.isRequired) refuse(field.path, 'is required');
    },
    $inc(path, value) {
      fieldAt(path)?.check(value);
      if (typeof value !== 'number') refuse(`${collection}.${path}`, 'is not incremented by a number');
    },
    $push(path, value) {
      const field = fieldAt(path);
      if (!field?.element) return refuse(`${collection}.${path}`, 'is not a list');
      const many = has(value as object, '$each') ? (value as { $each: unknown[] }).$each : [value];
      for (const one of many) field.element(one);
    },
  };

  const update = (given: object): void => {
    for (const [name, parts] of Object.entries(given)) {
      const check = Object.hasOwn(operators, name) ? operators[name] : undefined;
      if (!check) refuse(collection, `is not written with ${name}`);
      else for (const path in parts as FieldValues) check(path, (parts as FieldValues)[path]);
    }
  };

  return {
    row,
    update,
    upsert(filter, given) {
      update(given);
      const { $set, $setOnInsert, $inc } = given as Record<string, FieldValues | undefined>;
      const equal = Object.entries(filter).filter(([, value]) => typeof value !== 'object');
      row({ ...Object.fromEntries(equal), ...$setOnInsert, ...$inc, ...$set });
    },
    filter(filter) {
      const conditions = Object.entries(filter);
      if (conditions.length === 0) refuse(collection, 'is not written without a condition');
      for (const [path, value] of conditions) {
        if (value === undefined) refuse(`${collection}.${path}`, 'is a condition without a value');
      }
    },
  };
}
