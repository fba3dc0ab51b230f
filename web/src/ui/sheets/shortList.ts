import type { Formatters } from '../../i18n/format.ts';

const shown = 4;

/** The first names of a list in a sentence; `others` says how many more there are. */
export function shortList(
  items: readonly { name: string }[],
  format: Formatters,
  others: (more: number) => string,
): string {
  const names = items.slice(0, shown).map(({ name }) => name);
  const more = items.length - names.length;
  return format.list(more > 0 ? [...names, others(more)] : names);
}
