import { type AskedVariable, limits, textProblem } from '@sello/contracts';

/** What was typed, by key; of a variable that is not in it the last batch's value counts. */
export type Typed = ReadonlyMap<string, string>;

export type Problem = 'missing' | 'tooLong' | 'unreadable' | 'number' | 'date';

const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const decimal = /^[+-]?\d+(?:[.,]\d+)?$/;

/** A value as its field shows it: of a table a row on each line. */
function shownForm({ entry }: AskedVariable, value: string): string {
  if (entry.as !== 'rows' || entry.rowSeparator.includes('\n')) return value;
  return value
    .split(entry.rowSeparator)
    .map((row) => row.trim())
    .join('\n');
}

/** The other way round; a number with a decimal point. */
function sentForm({ entry, kind }: AskedVariable, text: string): string {
  if (entry.as === 'rows' && !entry.rowSeparator.includes('\n')) {
    const rows = text.split('\n').map((row) => row.trim());
    return rows.filter((row) => row !== '').join(entry.rowSeparator);
  }
  const trimmed = text.trim();
  return kind === 'number' && decimal.test(trimmed) ? trimmed.replace(',', '.') : trimmed;
}

export function shownValue(variable: AskedVariable, typed: Typed): string {
  return typed.get(variable.key) ?? shownForm(variable, variable.last ?? '');
}

const roleEnd = 'Role';
const roleOf = (key: string): string => key + roleEnd;
const nameOf = (key: string): string => (key.endsWith(roleEnd) ? key.slice(0, -roleEnd.length) : key);
/** Whether a key is the name or the role of somebody who signs. */
const isOfSignatory = (key: string): boolean => /^signatory\d+$/.test(nameOf(key));

/** The values as a call takes them. Blank ones are left out, but of who signs: a line of which nothing is said would be filled. */
export function valuesOf(variables: readonly AskedVariable[], typed: Typed): Record<string, string> {
  return Object.fromEntries(
    variables
      .map((variable) => [variable.key, sentForm(variable, shownValue(variable, typed))] as const)
      .filter(([key, value]) => value !== '' || isOfSignatory(key)),
  );
}

/** What keeps certificates from being issued with what is typed, by key. */
export function problemsOf(variables: readonly AskedVariable[], typed: Typed): ReadonlyMap<string, Problem> {
  const problems = new Map<string, Problem>();
  for (const variable of variables) {
    const problem = problemOf(variable, sentForm(variable, shownValue(variable, typed)));
    if (problem !== undefined) problems.set(variable.key, problem);
  }
  return problems;
}

function problemOf({ required, own, rows, kind }: AskedVariable, value: string): Problem | undefined {
  if (value === '') return required && own < rows ? 'missing' : undefined;
  if (value.length > limits.batchValueLength) return 'tooLong';
  if (textProblem(value, { lines: true }) !== undefined) return 'unreadable';
  if (kind === 'number' && !decimal.test(value)) return 'number';
  return kind === 'date' && !isoDay.test(value) ? 'date' : undefined;
}

export const labelOf = ({ label, key }: Pick<AskedVariable, 'label' | 'key'>): string => label || key;

/** A person who signs: a name and a role that are typed together. */
export interface SignatoryPair {
  name: AskedVariable;
  role: AskedVariable;
}

/** The variables in their order, those of a person who signs as one. */
export function inPairs(variables: readonly AskedVariable[]): (AskedVariable | SignatoryPair)[] {
  const byKey = new Map(variables.map((variable) => [variable.key, variable]));
  return variables.flatMap((variable): (AskedVariable | SignatoryPair)[] => {
    const [name, role] = [byKey.get(nameOf(variable.key)), byKey.get(roleOf(nameOf(variable.key)))];
    if (!isOfSignatory(variable.key) || !name || !role) return [variable];
    return variable === name ? [{ name, role }] : [];
  });
}

/** A pasted text on one line, and how many lines it had. */
export function joinedLines(text: string): { text: string; lines: number } {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { text: lines.join(' '), lines: lines.length };
}
