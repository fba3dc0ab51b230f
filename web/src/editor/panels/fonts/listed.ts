import { scriptsOfFamily } from '@sello/design/fonts';
import type { FontList } from '../../fonts/fonts.ts';
import { scriptsOf } from './coverage.ts';
import type { Script } from './scripts.ts';

export type Family = FontList['families'][number];
export type FontGroup = 'text' | 'scripts' | 'own';

/** A family in the list. */
export interface ListedFont {
  family: Family;
  /** Null while not known. */
  scripts: readonly Script[] | null;
  /** The script whose words are its sample; null: its name is. */
  shownIn: Script | null;
}

export interface FontFilter {
  search: string;
  /** Null = every script. */
  script: Script | null;
}

const groupOf = ({ family, kind }: Family, shownIn: Script | null): FontGroup => {
  if (kind === 'own') return 'own';
  return shownIn !== null || kind === 'pack' || scriptsOfFamily.has(family) ? 'scripts' : 'text';
};

/** The families of a list in their groups. An own family hides a shared one of its name, as it does in a text. */
export function listedFonts(
  list: FontList,
  { search, script }: FontFilter,
): ReadonlyMap<FontGroup, readonly ListedFont[]> {
  const own = new Set(list.families.filter(({ kind }) => kind === 'own').map(({ family }) => family));
  const wanted = search.trim().toLocaleLowerCase();
  const fonts = list.families
    .filter(({ family, kind }) => kind === 'own' || !own.has(family))
    .map((family): ListedFont => {
      const scripts = scriptsOf(family);
      const [first] = scripts ?? [];
      const shownIn = family.kind !== 'own' && first !== undefined && first !== 'Latn' ? first : null;
      return { family, scripts, shownIn };
    })
    .filter(({ family, scripts }) => {
      const isNamed = family.family.toLocaleLowerCase().includes(wanted);
      return isNamed && (script === null || scripts?.includes(script) === true);
    });
  const groups = Map.groupBy(fonts, ({ family, shownIn }) => groupOf(family, shownIn));
  const order: readonly FontGroup[] = ['text', 'scripts', 'own'];
  return new Map(order.flatMap((group) => (groups.has(group) ? [[group, groups.get(group)!] as const] : [])));
}
