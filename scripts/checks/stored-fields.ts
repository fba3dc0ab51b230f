import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Entity, storedShape } from '@sello/contracts';
import { entityOf } from '../../packages/store/src/database/tables.ts';

type Type = ReturnType<typeof storedShape>[string];
/** What zod knows of a type, by its kind. */
interface Definition {
  type: string;
  innerType: Type;
  element: Type;
  valueType: Type;
  shape: Record<string, Type>;
  entries: Record<string, string>;
  values: readonly unknown[];
}

/** The fields of a collection's documents, by path: the type, with `?` behind it where the field may be absent. */
interface StoredFields {
  version: number;
  fields: Readonly<Record<string, string>>;
}
type StoredTable = Readonly<Record<string, StoredFields>>;

/** Kinds of types that hold others and that no stored field has; what changed in them would not be found. */
const unseen: readonly string[] = [
  'union',
  'tuple',
  'intersection',
  'lazy',
  'pipe',
  'default',
  'catch',
  'map',
  'set',
];

const table = 'scripts/checks/stored-fields.json';
/** The values of a longer one, which are the codes of errors, are not compared: the program only shows them. */
const longestEnum = 40;
const renew = 'node scripts/checks/stored-fields.ts --renew';

function addFields(fields: Record<string, string>, shape: Record<string, Type>, parent: string): void {
  for (const [name, type] of Object.entries(shape)) addField(fields, type, parent + name, '');
}

function addField(fields: Record<string, string>, type: Type, path: string, absent: '' | '?'): void {
  const { def } = (type as unknown as { _zod: { def: Definition } })._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    addField(fields, def.innerType, path, '?');
    return;
  }
  const values = def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : [];
  const named = values.length > longestEnum ? [] : values.map(String).sort();
  fields[path] = [def.type, ...named].join(' ') + absent;
  if (def.type === 'object') addFields(fields, def.shape, `${path}.`);
  if (def.type === 'array') addField(fields, def.element, `${path}[]`, '');
  if (def.type === 'record') addField(fields, def.valueType, `${path}[]`, '');
  if (unseen.includes(def.type))
    throw new TypeError(`${path} is a ${def.type}: this check does not see into it`);
}

/** The stored fields of entities as they are declared now. */
export function storedFieldsOf(entities: readonly Entity[]): StoredTable {
  return Object.fromEntries(
    entities.map((entity) => {
      const fields: Record<string, string> = {};
      addFields(fields, storedShape(entity), '');
      return [entity.collection, { version: entity.version, fields }];
    }),
  );
}

const isOptional = (type: string): boolean => type.endsWith('?');
/** The path of the object or list that holds it; empty for a field of the document. */
const parentOf = (path: string): string =>
  path.endsWith('[]') ? path.slice(0, -2) : path.replace(/\.?[^.]*$/, '');
const isWithin = (fields: StoredFields['fields'], parent: string): boolean =>
  parent === '' || fields[parent] !== undefined;

/** Why a document that was written with the earlier fields may not be one with these; undefined if it always is. */
function faultOf(
  path: string,
  before: StoredFields['fields'],
  now: StoredFields['fields'],
): string | undefined {
  const [was, is, parent] = [before[path], now[path], parentOf(path)];
  // What comes or goes with the object that holds it is told of that.
  if (is === undefined) return isWithin(now, parent) ? 'is gone' : undefined;
  if (was === undefined)
    return isOptional(is) || !isWithin(before, parent) ? undefined : 'is new and required';
  if (isOptional(was) && !isOptional(is)) return 'was optional and is required';
  const [[kind, ...values], [newKind, ...newValues]] = [words(was), words(is)];
  if (kind !== newKind) return `was ${kind} and is ${newKind}`;
  const lost = values.filter((value) => !newValues.includes(value));
  return lost.length > 0 ? `no longer has ${lost.join(', ')}` : undefined;
}

const words = (type: string): string[] => type.replace(/\?$/, '').split(' ');

/**
 * Changes that stored documents do not follow: a field that is new and required, required now, gone or of another type,
 * while the entity's version is the one that has been written without it.
 */
export function wrongChanges(before: StoredTable, now: StoredTable): string[] {
  return Object.entries(before).flatMap(([collection, { version, fields }]) => {
    const current = now[collection];
    if (current === undefined || current.version > version) return [];
    return [...new Set([...Object.keys(fields), ...Object.keys(current.fields)])].flatMap((path) => {
      const reason = faultOf(path, fields, current.fields);
      return reason === undefined
        ? []
        : [`${collection}.${path} ${reason}: stored documents need version ${version + 1} and a migration`];
    });
  });
}

/**
 * Collections of which the table has other fields than are declared: also those that may be added are listed at once, or a
 * later change of them would be compared with a table in which they never were.
 */
export function unlisted(before: StoredTable, now: StoredTable): string[] {
  return Object.entries(now)
    .filter(([collection, declared]) => !isDeepStrictEqual(before[collection], declared))
    .map(([collection]) => `${table} has other fields of ${collection} than are declared: ${renew}`);
}

const declaredNow = () => storedFieldsOf(Object.values(entityOf));
const readTable = (root: string) => JSON.parse(readFileSync(join(root, table), 'utf8')) as StoredTable;

/**
 * What is wrong with the declarations, compared with the committed table of the fields that each version has. Optional
 * fields and values of an enum may be added without a version.
 */
export function wrongStoredFields(root: string): string[] {
  const [before, now] = [readTable(root), declaredNow()];
  const wrong = wrongChanges(before, now);
  return wrong.length > 0 ? wrong : unlisted(before, now);
}

if (import.meta.main && process.argv.includes('--renew')) {
  const root = join(import.meta.dirname, '../..');
  const wrong = wrongChanges(readTable(root), declaredNow());
  for (const problem of wrong) console.error(problem);
  if (wrong.length === 0) {
    // A new file: in a copy of the repository the table is a link to that of the original.
    writeFileSync(join(root, `${table}.new`), `${JSON.stringify(declaredNow(), null, 2)}\n`);
    renameSync(join(root, `${table}.new`), join(root, table));
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
