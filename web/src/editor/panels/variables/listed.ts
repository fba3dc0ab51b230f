import type { Design } from '@sello/contracts';
import {
  batchPrefix,
  builtInVariables,
  organizationImages,
  type PrintedValues,
  printVariable,
  studentImages,
} from '@sello/design';
import { type UnknownUse, unknownVariables, type VariableUse, variableUses } from '../../model/index.ts';

export type VariableGroup =
  | 'student'
  | 'certificate'
  | 'organization'
  | 'signature'
  | 'csv'
  | 'batch'
  | 'unknown';

/** A variable in the list. */
export interface ListedVariable {
  name: string;
  /** What it prints with the values that are shown; null when nothing is known of it. */
  sample: string | null;
  /** Whether it names an image. */
  isImage: boolean;
  uses: readonly VariableUse[];
  declared: Design['variables'][number] | null;
  /** Why nothing fills it; null when all is well. */
  unknown: UnknownUse['reason'] | null;
}

const customPrefix = 'custom.';

const groupOf = (name: string): VariableGroup => {
  if (name.startsWith(customPrefix)) return 'csv';
  if (name.startsWith(batchPrefix)) return 'batch';
  if (organizationImages.includes(name) || name.startsWith('tenant.')) return 'organization';
  if (name.startsWith('certificate.')) return 'certificate';
  if (name.startsWith('signature.')) return 'signature';
  return builtInVariables.includes(name) || studentImages.has(name) ? 'student' : 'unknown';
};

const order: readonly VariableGroup[] = [
  ...(['student', 'certificate', 'organization', 'csv', 'batch', 'signature', 'unknown'] as const),
];

/** How often a variable stands in the design. */
export const countOf = ({ uses }: Pick<ListedVariable, 'uses'>): number =>
  uses.reduce((sum, { count }) => sum + count, 0);

/**
 * Every variable that a template can print or does: the built-in ones, those that it declares, the columns of the
 * students, and those that it uses. `columns`: null when they are not known.
 */
export function listedVariables(
  design: Design,
  values: PrintedValues,
  columns: ReadonlySet<string> | null,
): ReadonlyMap<VariableGroup, readonly ListedVariable[]> {
  const uses = variableUses(design);
  const unknown = new Map(unknownVariables(design, columns).map(({ name, reason }) => [name, reason]));
  const declared = new Map(design.variables.map((variable) => [variable.name, variable]));
  const shortForm = (name: string): string => {
    const short = name.replace(/^student\./, '');
    return builtInVariables.includes(short) ? short : name;
  };
  const images = new Set([...organizationImages, ...studentImages.keys()]);
  const names = new Set([
    ...builtInVariables,
    ...images,
    ...declared.keys(),
    ...[...(columns ?? [])].map((column) => `${customPrefix}${column}`),
    ...[...uses.keys()].map(shortForm),
  ]);
  const listed = [...names].map((name): ListedVariable => {
    const isImage = images.has(name);
    const printed = isImage ? null : printVariable(name, values, design);
    return {
      ...{ name, isImage, declared: declared.get(name) ?? null },
      sample: typeof printed === 'string' ? printed : null,
      uses: [...(uses.get(name) ?? []), ...(isImage ? [] : (uses.get(`student.${name}`) ?? []))],
      unknown: unknown.get(name) ?? null,
    };
  });
  const groups = Map.groupBy(listed, ({ name }) => groupOf(name));
  return new Map(
    order.flatMap((group) => {
      const own = groups.get(group) ?? [];
      // The texts about a signature stand in its element alone.
      const shown = group === 'signature' ? own.filter(({ uses: of }) => of.length > 0) : own;
      return shown.length > 0 ? [[group, shown] as const] : [];
    }),
  );
}

/** The variables whose name, label or sample holds what is searched for, in any case. */
export function foundVariables(
  groups: ReadonlyMap<VariableGroup, readonly ListedVariable[]>,
  search: string,
): ReadonlyMap<VariableGroup, readonly ListedVariable[]> {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return groups;
  const matches = ({ name, declared, sample }: ListedVariable) =>
    [name, declared?.label, sample].some((text) => text?.toLocaleLowerCase().includes(wanted));
  return new Map(
    [...groups].flatMap(([group, list]) => {
      const found = list.filter(matches);
      return found.length > 0 ? [[group, found] as const] : [];
    }),
  );
}
