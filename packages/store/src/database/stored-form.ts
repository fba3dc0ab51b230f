import { type Entity, type FormOf, fieldsWith, type RecordOf, type RowOf } from '@sello/contracts';
import { foldKey } from './fold.ts';
import { setOrUnset, type Update } from './table.ts';

/** Converts an entity between its form in the program and in the database; derived once from the declaration. */
export interface StoredForm<E extends Entity> {
  /** The stored form of a form's fields with their derived keys; fields without a value are omitted. */
  toFields(form: FormOf<E>): Partial<RowOf<E>>;
  /** An update that writes exactly the form's fields and their derived keys; a field without a value is unset. */
  toUpdate(form: FormOf<E>, others: Partial<RowOf<E>>): Update<RowOf<E> & { _id: string }>;
  /** The row of a record; differs from it in the fields that have a stored form of their own. */
  toRow(record: RecordOf<E>): RowOf<E>;
  /** The search and sort keys derived from a record's fields. */
  derivedOf(held: object): Partial<RowOf<E>>;
  /** The record of a row, without the fields that only the store uses. */
  toRecord(row: RowOf<E>): RecordOf<E>;
  /** A projection that leaves out the fields that only the store uses. */
  withoutInternal: Record<string, 0>;
}

type Values = Record<string, unknown>;

export function storedForm<E extends Entity>(entity: E): StoredForm<E> {
  const inputs = fieldsWith(entity, 'input').map(({ name }) => name);
  const mapped = fieldsWith(entity, 'stored').map(({ name, fact }) => ({
    name,
    write: fact.write as (held: unknown) => unknown,
    read: fact.read as (stored: unknown) => unknown,
  }));
  const internal = fieldsWith(entity, 'internal').map(({ name }) => name);
  const isInternal = new Set(internal);
  const derive = compileDerived(entity);

  function stored(form: object): Values {
    const given = form as Values;
    const fields: Values = {};
    for (const name of inputs) fields[name] = given[name];
    derive(given, fields);
    return written(fields);
  }

  function written(fields: Values): Values {
    for (const { name, write } of mapped) {
      if (fields[name] !== undefined && fields[name] !== null) fields[name] = write(fields[name]);
    }
    return fields;
  }

  return {
    toFields(form) {
      const fields = stored(form);
      const given: Values = {};
      for (const name in fields) if (fields[name] !== undefined) given[name] = fields[name];
      return given as Partial<RowOf<E>>;
    },
    toUpdate: (form, others) => setOrUnset({ ...stored(form), ...others }) as never,
    toRow: (record) => written({ ...(record as Values) }) as RowOf<E>,
    derivedOf(held) {
      const keys: Values = {};
      derive(held as Values, keys);
      return keys as Partial<RowOf<E>>;
    },
    toRecord(row) {
      const held: Values = {};
      const values = row as Values;
      for (const name in values) if (!isInternal.has(name)) held[name] = values[name];
      for (const { name, read } of mapped) if (held[name] !== undefined) held[name] = read(held[name]);
      return held as RecordOf<E>;
    },
    withoutInternal: Object.fromEntries(internal.map((name) => [name, 0])),
  };
}

/** Computes the derived keys. Each text is folded once, also when several keys use it. */
function compileDerived(entity: Entity): (held: Values, into: Values) => void {
  const keys = fieldsWith(entity, 'derived');
  const searched = fieldsWith(entity, 'search').map(({ name }) => name);
  const sources = new Set([
    ...searched,
    ...keys.flatMap(({ fact }) => (fact.by === 'fold' ? fact.from : [])),
  ]);
  if (keys.length === 0) return () => {};
  return (held, into) => {
    const folded: Record<string, string> = {};
    for (const name of sources) folded[name] = foldValue(held[name]);
    for (const { name, fact } of keys) {
      into[name] =
        fact.by === 'fold' ? folded[fact.from] : searched.map((source) => folded[source]).join('\n');
    }
  };
}

function foldValue(value: unknown): string {
  return Array.isArray(value)
    ? value.map(foldValue).join('\n')
    : foldKey(typeof value === 'string' ? value : '');
}
