import {
  type Design,
  type DesignElement,
  type DesignInput,
  design,
  designLimits,
  designVersion,
} from '@sello/contracts';
import { kindOf } from './elements/index.ts';

/** Why a stored or imported value is no design. */
export interface DesignProblem {
  /** Where, as `pages.0.elements.3.width`; empty for the whole. */
  path: string;
  message: string;
}

export type ParsedDesign = { ok: true; design: Design } | { ok: false; problems: DesignProblem[] };

type Migration = (older: Record<string, unknown>) => Record<string, unknown>;

// From the version named to the next one. A stored design is migrated when it is read and saved as the newest.
const migrations: Record<number, Migration> = {};

/** Brings a stored design of any earlier version to the present one; what is not a design comes back as it is. */
function migrateDesign(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let current: Record<string, unknown> & { version?: unknown } = { ...value };
  while (typeof current.version === 'number' && current.version < designVersion) {
    const migrate = migrations[current.version];
    if (!migrate) return current;
    current = migrate(current);
  }
  return current;
}

/** Reads a design from the database, an import or the editor: migrated, checked, every default filled in. */
export function parseDesign(value: unknown): ParsedDesign {
  const result = design.safeParse(migrateDesign(value));
  if (!result.success) {
    return {
      ok: false,
      problems: result.error.issues
        .slice(0, 20)
        .map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    };
  }
  if (JSON.stringify(result.data).length > designLimits.json) {
    return { ok: false, problems: [{ path: '', message: 'the design is too large' }] };
  }
  return { ok: true, design: result.data };
}

/** A design written in code; throws when it is none. */
export function defineDesign(value: DesignInput): Design {
  return design.parse(value);
}

/** Every element that prints, children included, in the order of painting. */
export function* printedElements(elements: readonly DesignElement[]): Generator<DesignElement> {
  for (const element of elements) {
    if (element.hidden) continue;
    yield element;
    yield* printedElements(kindOf(element).children(element));
  }
}

/** The texts of a design in which variables may stand, of the elements that print. */
export function* printedContents(of: Design): Generator<string> {
  for (const page of of.pages) {
    for (const element of printedElements(page.elements)) yield* kindOf(element).texts(element);
  }
}

/** The images a design prints, by asset id. */
export function assetsOf(of: Design): string[] {
  const ids = new Set<string>();
  for (const page of of.pages) {
    if (page.background.assetId) ids.add(page.background.assetId);
    for (const element of printedElements(page.elements)) {
      for (const id of kindOf(element).assets(element)) ids.add(id);
    }
  }
  return [...ids];
}

/** The design without its stored images and without the elements that print them. */
export function withoutAssets(of: Design): Design {
  const without = (elements: readonly DesignElement[]): DesignElement[] =>
    elements
      .filter((element) => kindOf(element).assets(element).length === 0)
      .map((element) => {
        const kind = kindOf(element);
        return kind.withChildren(element, without(kind.children(element)));
      });
  return {
    ...of,
    pages: of.pages.map((page) => ({
      ...page,
      background: { ...page.background, assetId: null },
      elements: without(page.elements),
    })),
  };
}
