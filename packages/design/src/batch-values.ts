import { courseKey, type Design } from '@sello/contracts';
import { variablesIn } from './contents.ts';
import { printedContents, printedElements } from './document.ts';
import type { ValueEntry } from './elements/element-kind.ts';
import { kindOf } from './elements/index.ts';
import { batchPrefix } from './variables.ts';

const customPrefix = 'custom.';

/** A variable that is asked for once when certificates are issued. */
export interface BatchVariable {
  /** Its name without `batch.`. */
  key: string;
  /** Empty when the design declares none. */
  label: string;
  kind: Design['variables'][number]['kind'];
  /** Shown as an example; never issued. */
  sample: string;
  /** Whether a certificate cannot be issued without a value: the design prints it, and does not declare it as optional. */
  required: boolean;
  /** How its value is typed. */
  entry: ValueEntry;
}

/** The variables of the batch, by their names without `batch.`: those declared, in their order, then the others printed. */
export function batchVariablesOf(of: Design): Map<string, BatchVariable> {
  const printed = new Set([...printedContents(of)].flatMap(variablesIn));
  const declared = new Map(of.variables.map((variable) => [variable.name, variable]));
  const entries = entriesOf(of);
  const found = new Map<string, BatchVariable>();
  for (const name of [...declared.keys(), ...printed]) {
    const key = name.startsWith(batchPrefix) ? name.slice(batchPrefix.length) : '';
    if (key === '') continue;
    const { label = '', kind = 'text', sample = '', optional = false } = declared.get(name) ?? {};
    found.set(key, {
      ...{ key, label, kind, sample },
      required: printed.has(name) && !optional,
      entry: entries.get(name) ?? { as: 'line' },
    });
  }
  return found;
}

const strictness = { rows: 2, line: 1, lines: 0 } as const;

/** How the values of variables are typed, by name: one that fits every element that prints it. */
function entriesOf(of: Design): Map<string, ValueEntry> {
  const found = new Map<string, ValueEntry>();
  for (const { elements } of of.pages) {
    for (const element of printedElements(elements)) {
      const kind = kindOf(element);
      const entry = kind.entry(element);
      for (const name of kind.texts(element).flatMap(variablesIn)) {
        const known = found.get(name);
        if (known === undefined || strictness[entry.as] > strictness[known.as]) found.set(name, entry);
      }
    }
  }
  return found;
}

/** Reads what a row prints in place of the batch's values, from the further columns of its student. */
export interface RowValues {
  /** The values that the student's own columns bring, by the names of their variables without `batch.`. */
  own(custom: Readonly<Record<string, string>>): Record<string, string>;
  /** The course that is printed, on one line; empty when the design prints none, or the row has no value of it. */
  course(
    custom: Readonly<Record<string, string>>,
    values: Readonly<Record<string, string | undefined>>,
  ): string;
}

const folded = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/**
 * A column belongs to a variable of the batch if it is named like it, with or without `batch.`, or like its label if no
 * other variable has that name or label; case does not matter. A column that the design prints itself, as `custom.…`,
 * belongs to no other variable. A blank cell is no value.
 */
export function rowValuesOf(of: Design): RowValues {
  const variables = [...batchVariablesOf(of).values()];
  const printed = [...printedContents(of)].flatMap(variablesIn);
  const printedColumns = new Set(
    printed.flatMap((name) => (name.startsWith(customPrefix) ? name.slice(customPrefix.length) : [])),
  );
  const names = variables.flatMap(({ key }) => [folded(key), folded(batchPrefix + key)]);
  const labels = variables.map(({ label }) => folded(label));
  const isClear = (label: string): boolean =>
    label !== '' && !names.includes(label) && labels.filter((one) => one === label).length === 1;
  /** The names of a variable's columns, the most specific one first. */
  const columns = variables.map(({ key, label }) => ({
    key,
    names: [folded(batchPrefix + key), folded(key), ...(isClear(folded(label)) ? [folded(label)] : [])],
  }));
  const hasCourse = variables.some(({ key }) => key === courseKey);

  return {
    own(custom) {
      if (columns.length === 0) return {};
      const given = new Map<string, string>();
      for (const [column, value] of Object.entries(custom)) {
        if (value.trim() !== '' && !printedColumns.has(column)) given.set(folded(column), value);
      }
      if (given.size === 0) return {};
      return Object.fromEntries(
        columns.flatMap(({ key, names: candidates }) => {
          const column = candidates.find((name) => given.has(name));
          return column === undefined ? [] : [[key, given.get(column) as string]];
        }),
      );
    },
    course(custom, values) {
      const asked = hasCourse && Object.hasOwn(values, courseKey) ? values[courseKey] : undefined;
      const column =
        printedColumns.has(courseKey) && Object.hasOwn(custom, courseKey) ? custom[courseKey] : '';
      return (asked || column || '').replace(/\s+/gu, ' ').trim();
    },
  };
}
