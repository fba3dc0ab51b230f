import type { z } from 'zod';
import type { Facts } from './facts.ts';

/** A field: the type of the value that the program holds, and what else is known of it. */
export interface Field<Type extends z.ZodType = z.ZodType, Known = Facts, Optional = boolean> {
  type: Type;
  optional: Optional;
  facts: Known;
}
export type Fields = Record<string, Field>;
type None = Record<never, never>;

/** A field that every record has. */
export function field<Type extends z.ZodType, const Known extends Facts = None>(
  type: Type,
  facts?: Known,
): Field<Type, Known, false> {
  return { type, optional: false, facts: facts ?? ({} as Known) };
}

/** A field that a record may be without. It is absent then, never `undefined` or `null`. */
export function optionalField<Type extends z.ZodType, const Known extends Facts = None>(
  type: Type,
  facts?: Known,
): Field<Type, Known, true> {
  return { type, optional: true, facts: facts ?? ({} as Known) };
}

/** An index of a collection. Keys ascend; `where` makes it one over the rows that equal it. */
export interface Index {
  keys: readonly string[];
  unique?: true;
  where?: Readonly<Record<string, string | boolean>>;
  expireAfterSeconds?: number;
  name?: string;
}

/** From the version it stands under to the next one: the stored document, without its version. */
export type Migration = (older: Record<string, unknown>) => Record<string, unknown>;

/** What two fields of one record are to each other: the second is not before the first. */
export interface Order {
  first: string;
  last: string;
}

export interface Entity<Name extends string = string, Of extends Fields = Fields, Worked = z.ZodRawShape> {
  collection: Name;
  /** Of the stored document. A document without one is of version 1. */
  version: number;
  fields: Of;
  /** On the wire beside the fields: what a view works out. */
  computed: Worked;
  indexes: readonly Index[];
  migrations: Readonly<Record<number, Migration>>;
  ordered: readonly Order[];
}

interface Declaration<Name extends string, Of extends Fields, Worked> {
  collection: Name;
  version?: number;
  fields: Of;
  computed?: Worked;
  indexes?: readonly Index[];
  migrations?: Readonly<Record<number, Migration>>;
  ordered?: readonly Order[];
}

/** Declares an entity. Throws when a fact names a field that there is none of, or a migration is missing. */
export function defineEntity<
  const Name extends string,
  Of extends Fields,
  Worked extends z.ZodRawShape = None,
>(declared: Declaration<Name, Of, Worked>): Entity<Name, Of, Worked> {
  const entity = {
    version: 1,
    computed: {} as Worked,
    indexes: [],
    migrations: {},
    ordered: [],
    ...declared,
  };
  const { collection, fields, version, migrations } = entity;
  const named = Object.values(fields).flatMap(({ facts }) => [
    facts.form?.after,
    facts.print?.shownBy,
    facts.derived && 'from' in facts.derived ? facts.derived.from : undefined,
    typeof facts.sort === 'object' ? facts.sort.by : undefined,
  ]);
  named.push(...entity.indexes.flatMap(({ keys, where = {} }) => [...keys, ...Object.keys(where)]));
  named.push(...entity.ordered.flatMap(({ first, last }) => [first, last]));
  for (const name of named) {
    const [whole] = name?.split('.') ?? [];
    if (whole !== undefined && !Object.hasOwn(fields, whole))
      throw new TypeError(`${collection} has no field ${name}`);
  }
  for (let from = 1; from < version; from++) {
    if (!migrations[from])
      throw new TypeError(`${collection}: nothing leads from version ${from} to the next`);
  }
  return entity;
}

type Held<Of extends Field> = Of['optional'] extends true ? z.ZodExactOptional<Of['type']> : Of['type'];
type StoredType<Of extends Field> = Of['facts'] extends { stored: { type: infer Type extends z.ZodType } }
  ? Of['optional'] extends true
    ? z.ZodExactOptional<Type>
    : Type
  : Held<Of>;
type IsInternal = { internal: true };

type RecordShape<Of extends Fields> = {
  [Name in keyof Of as Of[Name]['facts'] extends IsInternal ? never : Name]: Held<Of[Name]>;
};
type RowShape<Of extends Fields> = { [Name in keyof Of]: StoredType<Of[Name]> };

/** What the program holds: every field that is not internal. */
export type RecordOf<E extends { fields: Fields }> = z.output<z.ZodObject<RecordShape<E['fields']>>>;
/** What the database holds, but for the version. */
export type RowOf<E extends { fields: Fields }> = z.output<z.ZodObject<RowShape<E['fields']>>>;

/** The types of what is stored, by field; with the parts that may be absent as such. */
export function storedShape({ fields }: Pick<Entity, 'fields'>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, optional, facts }]) => {
      const stored = facts.stored?.type ?? type;
      return [name, optional ? stored.optional() : stored];
    }),
  );
}

/** The fields that have a fact, in the order of the declaration. */
export function fieldsWith<Fact extends keyof Facts>(
  { fields }: Pick<Entity, 'fields'>,
  fact: Fact,
): { name: string; field: Field; fact: NonNullable<Facts[Fact]> }[] {
  return Object.entries(fields).flatMap(([name, of]) => {
    const known = of.facts[fact];
    return known === undefined ? [] : [{ name, field: of, fact: known as NonNullable<Facts[Fact]> }];
  });
}

/** The names of the fields that have a fact. */
export type NamesWith<E extends { fields: Fields }, Fact extends keyof Facts> = {
  [Name in keyof E['fields'] & string]: E['fields'][Name]['facts'] extends Record<Fact, unknown>
    ? Name
    : never;
}[keyof E['fields'] & string];
