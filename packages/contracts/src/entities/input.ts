import { z } from 'zod';
import { withFieldError } from '../field-error.ts';
import type { Entity, Field, Fields, NamesWith, RecordOf } from './define.ts';
import { fieldsWith } from './define.ts';

type InputShape<Of extends Fields> = {
  [Name in keyof Of as Of[Name]['facts'] extends { input: z.ZodType }
    ? Name
    : never]: Of[Name]['facts'] extends {
    input: infer Type extends z.ZodType;
  }
    ? Type
    : never;
};

/** The schema of what a form or an import gives of an entity. */
export function inputSchema<E extends Entity>(entity: E): z.ZodObject<InputShape<E['fields']>> {
  const shape = Object.fromEntries(
    fieldsWith(entity, 'input').map(({ name, field: { facts }, fact }) => [
      name,
      facts.error === undefined ? fact : withFieldError(fact, facts.error),
    ]),
  );
  return z.object(shape) as unknown as z.ZodObject<InputShape<E['fields']>>;
}

type Given<E extends Entity> = Pick<RecordOf<E>, NamesWith<E, 'input'> & keyof RecordOf<E>>;
/** The fields of a form as they are written: one that has no value may be left out or `undefined`. */
export type FormOf<E extends Entity> = {
  [Name in keyof Given<E>]: undefined extends Given<E>[Name] ? Given<E>[Name] | undefined : Given<E>[Name];
};

/** Every field of the form that a record has, and nothing that it holds besides. */
export function formOf<E extends Entity>(entity: E): (record: Given<E>) => FormOf<E> {
  const names = fieldsWith(entity, 'input').map(({ name }) => name);
  return (record) => {
    const held = record as Record<string, unknown>;
    const form: Record<string, unknown> = {};
    for (const name of names) if (held[name] !== undefined) form[name] = held[name];
    return form as FormOf<E>;
  };
}

/** Fields in the order of the form: that of the declaration, but for those that stand behind another one. */
export function formFields<E extends Entity>(entity: E) {
  const all = fieldsWith(entity, 'form');
  const ordered = all.filter(({ fact }) => fact.after === undefined);
  for (const one of all) {
    if (one.fact.after === undefined) continue;
    ordered.splice(ordered.findIndex(({ name }) => name === one.fact.after) + 1, 0, one);
  }
  return ordered as { name: NamesWith<E, 'form'>; field: Field; fact: (typeof ordered)[number]['fact'] }[];
}

/** A field of a row of a CSV. `column` is its name in the file; a flag and the rest have none. */
export interface CsvField {
  name: string;
  column: string | undefined;
  as: 'text' | 'number' | 'flag' | 'rest';
}

/** The fields that an import reads, in the order of the file's columns. */
export function csvFields(entity: Entity): CsvField[] {
  return fieldsWith(entity, 'csv').map(({ name, fact: { as = 'text', column = name } }) => ({
    name,
    column: as === 'text' || as === 'number' ? column : undefined,
    as,
  }));
}

/** The last of two days that comes before the first one; days are `YYYY-MM-DD`. */
export function orderViolation(entity: Entity, form: object): string | undefined {
  const given = form as Record<string, string | undefined>;
  return entity.ordered.find(({ first, last }) => {
    const [from, to] = [given[first], given[last]];
    return from !== undefined && from !== '' && to !== undefined && to !== '' && to < from;
  })?.last;
}

/** What a list can be sorted by: the name that a caller gives → the stored field. */
export function sortsOf(entity: Entity): Record<string, string> {
  return Object.fromEntries(
    fieldsWith(entity, 'sort').map(({ name, fact }) =>
      fact === true ? [name, name] : [fact.as ?? name, fact.by ?? name],
    ),
  );
}
