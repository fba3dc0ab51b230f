import type { AskedVariable, Design, Signatory } from '@sello/contracts';
import {
  type BatchVariable,
  batchPrefix,
  batchVariablesOf,
  rowValuesOf,
  signatureImages,
} from '@sello/design';
import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { withSignatories } from './signatory-values.ts';

type Values = Readonly<Record<string, string>>;

/** The designs that rows print, by template. */
export type Designs = ReadonlyMap<string, Design>;

/** A row to issue; one without a template or a student prints nothing. */
interface Row {
  studentId?: string | undefined;
  templateId?: string | undefined;
}

const studentsRead = 2_000;

/**
 * The values to store with a batch whose rows print these designs; blank ones are left out, and lines that nobody is named
 * for are the organization's signatories'. Throws
 * `batch_value_unknown` {variable} for a name that no design has, and `batch_value_missing` as `requireBatchValues` does.
 */
export async function batchValuesFor(
  store: Pick<Store, 'students' | 'tenants'>,
  tenantId: string,
  { designs, rows, given }: { designs: Designs; rows: readonly Row[]; given: Values },
): Promise<Values | undefined> {
  const known = new Set([...designs.values()].flatMap((design) => [...batchVariablesOf(design).keys()]));
  const signatories = await signatoriesFor(store, tenantId, known);
  const filled = Object.entries(withSignatories(given, signatories, known));
  const values = Object.fromEntries(filled.filter(([, value]) => value.trim() !== ''));
  for (const name of Object.keys(given)) {
    // Without a design all rows have failed already, each with its own error.
    if (!known.has(name) && designs.size > 0) throw errorOf('batch_value_unknown', name);
  }
  await requireBatchValues(store, tenantId, { designs, rows, values });
  return Object.keys(values).length > 0 ? values : undefined;
}

/**
 * Throws `batch_value_missing` {variable} for a variable that a row prints, that is not optional, and has no value,
 * neither of the batch nor of the row's own columns.
 */
export async function requireBatchValues(
  store: Pick<Store, 'students'>,
  tenantId: string,
  { designs, rows, values }: { designs: Designs; rows: readonly Row[]; values: Values },
): Promise<void> {
  const lacking = new Map<string, string[]>();
  for (const [templateId, design] of designs) {
    const names = [...batchVariablesOf(design).values()]
      .filter(({ key, required }) => required && !Object.hasOwn(values, key))
      .map(({ key }) => key);
    if (names.length > 0) lacking.set(templateId, names);
  }
  if (lacking.size === 0) return;
  const printing = rows.filter(({ templateId }) => templateId !== undefined && lacking.has(templateId));
  for await (const { templateId, own } of ownValues(store, tenantId, designs, printing)) {
    const missing = lacking.get(templateId)?.find((key) => !Object.hasOwn(own, key));
    if (missing !== undefined) throw errorOf('batch_value_missing', missing);
  }
}

/** The values that rows bring in columns of their own. Students who are gone bring none, and print none. */
async function* ownValues(
  store: Pick<Store, 'students'>,
  tenantId: string,
  designs: Designs,
  rows: readonly Row[],
): AsyncGenerator<{ templateId: string; own: Values }> {
  const readers = new Map([...designs].map(([templateId, design]) => [templateId, rowValuesOf(design)]));
  for (let start = 0; start < rows.length; start += studentsRead) {
    const some = rows.slice(start, start + studentsRead);
    const ids = some.flatMap(({ studentId }) => studentId ?? []);
    const found = await store.students.columns(tenantId, ids);
    const columns = new Map(found.map(({ _id, custom }) => [_id, custom]));
    for (const { studentId = '', templateId = '' } of some) {
      const custom = columns.get(studentId);
      const reader = readers.get(templateId);
      if (custom !== undefined && reader !== undefined) yield { templateId, own: reader.own(custom) };
    }
  }
}

/**
 * What is asked for once before these rows are issued: the variables of all their designs, and who may be chosen to sign. A line
 * that the last batch left to nobody is offered to the organization's signatory of its place, as issuing would fill it.
 */
export async function askedVariables(
  store: Pick<Store, 'students' | 'batches' | 'tenants'>,
  tenantId: string,
  designs: Designs,
  rows: readonly Row[],
): Promise<{ variables: AskedVariable[]; signatories: Omit<Signatory, 'signature'>[] }> {
  const asked = new Map<string, AskedVariable>();
  const lastUsed = new Map<string, Date>();
  for (const [templateId, design] of designs) {
    const variables = [...batchVariablesOf(design).values()];
    const last = variables.length > 0 ? await store.batches.lastOf(tenantId, templateId) : null;
    for (const variable of variables) {
      const { key } = variable;
      const known = asked.get(key);
      const one = known ?? { ...variable, entry: entryOf(variable), rows: 0, own: 0 };
      if (known === undefined) asked.set(key, one);
      one.required ||= variable.required;
      if (one.label === '') one.label = variable.label;
      if (last === null || last.createdAt <= (lastUsed.get(key) ?? new Date(0))) continue;
      lastUsed.set(key, last.createdAt);
      const value = last.values && Object.hasOwn(last.values, key) ? last.values[key] : undefined;
      if (value === undefined) delete one.last;
      else one.last = value;
    }
  }
  if (asked.size === 0) return { variables: [], signatories: [] };
  const keysOf = new Map([...designs].map(([id, design]) => [id, [...batchVariablesOf(design).keys()]]));
  for (const { templateId = '' } of rows) {
    for (const key of keysOf.get(templateId) ?? []) asked.get(key)!.rows += 1;
  }
  for await (const { own } of ownValues(store, tenantId, designs, rows)) {
    for (const key of Object.keys(own)) asked.get(key)!.own += 1;
  }
  const signatories = await signatoriesFor(store, tenantId, new Set(asked.keys()));
  const known = [...asked.values()].flatMap(({ key, last }) => (last === undefined ? [] : [[key, last]]));
  const offered = withSignatories(Object.fromEntries(known), signatories, new Set(asked.keys()));
  for (const [key, value] of Object.entries(offered)) asked.get(key)!.last = value;
  return {
    variables: [...asked.values()],
    signatories: signatories.map(({ name, role }) => ({ name, role })),
  };
}

/** The organization's signatories, if one of the variables says who signs. */
async function signatoriesFor(
  store: Pick<Store, 'tenants'>,
  tenantId: string,
  known: ReadonlySet<string>,
): Promise<readonly Signatory[]> {
  if (!Object.values(signatureImages).some((name) => known.has(name))) return [];
  return (await store.tenants.get(tenantId))?.signatories ?? [];
}

function entryOf({ entry }: BatchVariable): AskedVariable['entry'] {
  return entry.as === 'rows' ? { ...entry, columns: [...entry.columns] } : { as: entry.as };
}

function errorOf(code: 'batch_value_missing' | 'batch_value_unknown', name: string): AppError {
  return new AppError(code, { details: { variable: `${batchPrefix}${name}` } });
}
