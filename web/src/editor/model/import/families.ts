import type { Design, DesignElement } from '@sello/contracts';
import { type CatalogueFamily, catalogueFamilies } from '@sello/design/fonts';
import { mapElements } from '../tree.ts';

type Category = CatalogueFamily['category'];

/** What the names of families say of their style; the first that fits counts. */
const signs: readonly (readonly [Category, RegExp])[] = [
  ['mono', /\bmono|courier|consol|menlo|monaco|typewriter|\bcode\b/],
  [
    'script',
    /script|brush|handwrit|calligra|chancery|corsiva|cursive|zapfino|vivaldi|vibes|allura|pacifico|dancing|parisienne/,
  ],
  ['sans', /sans|gothic|grotes[kq]|neue|narrow/],
  [
    'serif',
    /serif|slab|times|roman|georgia|garamond|palatin|antiqua|bookman|schoolbook|cambria|constantia|baskerville|caslon|didot|bodoni|minion|playfair|merriweather|\blora\b|cormorant|crimson|cinzel|trajan/,
  ],
];

/** The families for the texts of Latin that stand for others, which every server has. */
const standIns: Readonly<Record<Category, string>> = {
  serif: 'Source Serif 4',
  sans: 'Source Sans 3',
  script: 'Great Vibes',
  mono: 'Source Sans 3',
};

function categoryOf(family: string): Category {
  const name = family.toLowerCase();
  return catalogueFamilies.get(family)?.category ?? signs.find(([, sign]) => sign.test(name))?.[0] ?? 'sans';
}

/** The one of the families that are here that is closest to one that is not: the same name or style. */
export function closestFamily(wanted: string, here: readonly string[]): string {
  const name = wanted.toLowerCase();
  const category = categoryOf(wanted);
  const isStandIn = (family: string) => family === standIns[category];
  return (
    here.find((family) => family.toLowerCase() === name) ??
    // No family of fixed width comes with the product; an operator or an organization may have one.
    (category === 'mono' ? here.find((family) => categoryOf(family) === category) : undefined) ??
    here.find(isStandIn) ??
    here.find((family) => categoryOf(family) === category) ??
    here[0] ??
    standIns[category]
  );
}

/** A part of an element with other families; itself when none of them is replaced. */
function replacedIn<Part extends object>(part: Part, families: ReadonlyMap<string, string>): Part {
  let changed: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(part)) {
    // The children of a group are visited by themselves.
    if (name === 'elements') continue;
    let next: unknown = value;
    if (name === 'fontFamily') next = families.get(value as string) ?? value;
    else if (typeof value === 'object' && value !== null) next = replacedIn(value as object, families);
    if (next === value) continue;
    changed ??= (Array.isArray(part) ? [...part] : { ...part }) as Record<string, unknown>;
    changed[name] = next;
  }
  return (changed ?? part) as Part;
}

/** The design with each of these families replaced by another one. */
export function withFamilies(design: Design, families: ReadonlyMap<string, string>): Design {
  if (families.size === 0) return design;
  const change = (element: DesignElement) => replacedIn(element, families);
  const pages = design.pages.map((page) => {
    const elements = mapElements(page.elements, change);
    return elements === page.elements ? page : { ...page, elements };
  });
  return { ...design, pages };
}
