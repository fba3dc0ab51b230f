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

/** The schema of an entity's input from a form or an import. */
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
/** The input fields of an entity; a field without a value may be absent or `undefined`. */
export type FormOf<E extends Entity> = {
  [Name in keyof Given<E>]: undefined extends Given<E>[Name] ? Given<E>[Name] | undefined : Given<E>[Name];
};

/** Returns a function that picks the input fields of a record that have a value. */
export function formOf<E extends Entity>(entity: E): (record: Given<E>) => FormOf<E> {
  const names = fieldsWith(entity, 'input').map(({ name }) => name);
  return (record) => {
    const held = record as Record<string, unknown>;
    const form: Record<string, unknown> = {};
    for (const name of names) if (held[name] !== undefined) form[name] = held[name];
    return form as FormOf<E>;
  };
}

/** The form fields in form order: declaration order, except for fields with `after`. */
export function formFields<E extends Entity>(entity: E) {
  const all = fieldsWith(entity, 'form');
  const ordered = all.filter(({ fact }) => fact.after === undefined);
  for (const one of all) {
    if (one.fact.after === undefined) continue;
    ordered.splice(ordered.findIndex(({ name }) => name === one.fact.after) + 1, 0, one);
  }
  return ordered as { name: NamesWith<E, 'form'>; field: Field; fact: (typeof ordered)[number]['fact'] }[];
}

/** A field of a CSV row. `column` is its name in the file; `flag` and `rest` have none. */
export interface CsvField {
  name: string;
  column: string | undefined;
  as: 'text' | 'number' | 'flag' | 'rest';
}

/** The fields that an import parses, in column order. */
export function csvFields(entity: Entity): CsvField[] {
  return fieldsWith(entity, 'csv').map(({ name, fact: { as = 'text', column = name } }) => ({
    name,
    column: as === 'text' || as === 'number' ? column : undefined,
    as,
  }));
}

/** The name of the first `last` field whose date is before its `first` field; dates are `YYYY-MM-DD`. */
export function orderViolation(entity: Entity, form: object): string | undefined {
  const given = form as Record<string, string | undefined>;
  return entity.ordered.find(({ first, last }) => {
    const [from, to] = [given[first], given[last]];
    return from !== undefined && from !== '' && to !== undefined && to !== '' && to < from;
  })?.last;
}

/** The sort names of a list → the stored fields. */
export function sortsOf(entity: Entity): Record<string, string> {
  return Object.fromEntries(
    fieldsWith(entity, 'sort').map(({ name, fact }) =>
      fact === true ? [name, name] : [fact.as ?? name, fact.by ?? name],
    ),
  );
}
