import type { z } from 'zod';
import type { Facts } from './facts.ts';

/** A field: the type of its value in the program, and its facts. */
export interface Field<Type extends z.ZodType = z.ZodType, Known = Facts, Optional = boolean> {
  type: Type;
  optional: Optional;
  facts: Known;
}
export type Fields = Record<string, Field>;
type None = Record<never, never>;

/** Declares a required field. */
export function field<Type extends z.ZodType, const Known extends Facts = None>(
  type: Type,
  facts?: Known,
): Field<Type, Known, false> {
  return { type, optional: false, facts: facts ?? ({} as Known) };
}

/** Declares an optional field. Without a value it is absent, never `undefined` or `null`. */
export function optionalField<Type extends z.ZodType, const Known extends Facts = None>(
  type: Type,
  facts?: Known,
): Field<Type, Known, true> {
  return { type, optional: true, facts: facts ?? ({} as Known) };
}

/** An index of a collection with ascending keys; `where` makes it a partial index (by equality). */
export interface Index {
  keys: readonly string[];
  unique?: true;
  where?: Readonly<Record<string, string | boolean>>;
  expireAfterSeconds?: number;
  name?: string;
}

/** What a migration needs and only the store can derive, with libraries that browsers do not get. */
export interface Derivations {
  /** What names look like, by which confusable ones are found. */
  skeletons(...names: readonly string[]): string[];
}

/** Converts a stored document, without its version, from the version of its key to the next. */
export type Migration = (older: Record<string, unknown>, derive: Derivations) => Record<string, unknown>;

/** A constraint on two fields of a record: `last` must not be before `first`. */
export interface Order {
  first: string;
  last: string;
}

export interface Entity<Name extends string = string, Of extends Fields = Fields, Computed = z.ZodRawShape> {
  collection: Name;
  /** Version of stored documents; a document without one has version 1. */
  version: number;
  fields: Of;
  /** Further properties on the wire, computed by a view. */
  computed: Computed;
  indexes: readonly Index[];
  migrations: Readonly<Record<number, Migration>>;
  /**
   * A filter or an index reads what a migration writes, and both see documents as they are stored: the older ones are
   * rewritten when a store opens. Only for collections that are small, because they are read for that at each start.
   */
  isRewritten: boolean;
  ordered: readonly Order[];
}

interface Declaration<Name extends string, Of extends Fields, Computed> {
  collection: Name;
  version?: number;
  fields: Of;
  computed?: Computed;
  indexes?: readonly Index[];
  migrations?: Readonly<Record<number, Migration>>;
  isRewritten?: boolean;
  ordered?: readonly Order[];
}

/** Declares an entity. Throws TypeError when a fact refers to an unknown field, or when a migration is missing. */
export function defineEntity<
  const Name extends string,
  Of extends Fields,
  Computed extends z.ZodRawShape = None,
>(declared: Declaration<Name, Of, Computed>): Entity<Name, Of, Computed> {
  const entity = {
    version: 1,
    computed: {} as Computed,
    indexes: [],
    migrations: {},
    isRewritten: false,
    ordered: [],
    ...declared,
  };
  const { collection, fields, version, migrations } = entity;
  const references = Object.values(fields).flatMap(({ facts }) => [
    facts.form?.after,
    facts.print?.shownBy,
    facts.derived && 'from' in facts.derived ? facts.derived.from : undefined,
    typeof facts.sort === 'object' ? facts.sort.by : undefined,
  ]);
  references.push(...entity.indexes.flatMap(({ keys, where = {} }) => [...keys, ...Object.keys(where)]));
  references.push(...entity.ordered.flatMap(({ first, last }) => [first, last]));
  for (const name of references) {
    const [top] = name?.split('.') ?? [];
    if (top !== undefined && !Object.hasOwn(fields, top))
      throw new TypeError(`${collection} has no field ${name}`);
  }
  for (let from = 1; from < version; from++) {
    if (!migrations[from])
      throw new TypeError(`${collection}: the migration from version ${from} to the next is missing`);
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

/** A record as the program uses it: without internal fields. */
export type RecordOf<E extends { fields: Fields }> = z.output<z.ZodObject<RecordShape<E['fields']>>>;
/** A document as the database stores it, without its version. */
export type RowOf<E extends { fields: Fields }> = z.output<z.ZodObject<RowShape<E['fields']>>>;

/** The zod shape of a stored document. */
export function storedShape({ fields }: Pick<Entity, 'fields'>): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, optional, facts }]) => {
      const stored = facts.stored?.type ?? type;
      return [name, optional ? stored.optional() : stored];
    }),
  );
}

/** The fields that have a fact, in declaration order. */
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
