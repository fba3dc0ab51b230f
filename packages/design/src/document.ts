import {
  type Design,
  type DesignElement,
  type DesignInput,
  design,
  designLimits,
  designVersion,
  type errorOfIssue,
} from '@sello/contracts';
import { kindOf } from './elements/index.ts';
import { migrations, withoutRenderingVersion } from './migrations.ts';

/** Why a stored or imported value is not a valid design. */
export interface DesignProblem {
  /** The path of the invalid value, such as `pages.0.elements.3.width`; empty for the whole design. */
  path: string;
  message: string;
}

/** The problem of a design whose JSON text is longer than `designLimits.json`. */
export const designTooLarge: DesignProblem = { path: '', message: 'the design is too large' };

export type ParsedDesign =
  | { ok: true; design: Design }
  | {
      ok: false;
      problems: DesignProblem[];
      /** What the schema found, of which the problems are the text; none for a design that is too large. */
      issues: readonly Parameters<typeof errorOfIssue>[0][];
    };

/** Migrates a stored design of an earlier version to the current one; any other value is returned unchanged. */
function migrateDesign(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  let current: Record<string, unknown> & { version?: unknown } = { ...value };
  while (typeof current.version === 'number' && current.version < designVersion) {
    const migrate = migrations[current.version];
    if (!migrate) return current;
    current = migrate(current);
  }
  return current.version === designVersion ? withoutRenderingVersion(current) : current;
}

/**
 * Migrates and validates a design from the database, an import or the editor, and fills in defaults. At most 20
 * problems.
 */
export function parseDesign(value: unknown): ParsedDesign {
  const result = design.safeParse(migrateDesign(value));
  if (!result.success) {
    const issues = result.error.issues.slice(0, 20);
    const problems = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return { ok: false, problems, issues };
  }
  if (JSON.stringify(result.data).length > designLimits.json) {
    return { ok: false, problems: [designTooLarge], issues: [] };
  }
  return { ok: true, design: result.data };
}

/**
 * A stored design in the current version: revisions are frozen in the version they were made in. Throws RangeError for
 * one that cannot be migrated.
 */
export function currentDesign(stored: Design): Design {
  const { renderingVersion, ...current }: Design & { renderingVersion?: 1 | 2 } = stored;
  if (stored.version === designVersion && renderingVersion !== 1) return renderingVersion ? current : stored;
  // Without the limit of its length: a migration may write a few characters more.
  const read = design.safeParse(migrateDesign(stored));
  if (read.success) return read.data;
  throw new RangeError(`the design cannot be migrated: ${JSON.stringify(read.error.issues.slice(0, 20))}`);
}

/** Validates a design written in code. Throws ZodError for an invalid one. */
export function defineDesign(value: DesignInput): Design {
  return design.parse(value);
}

/** Every visible element with its children, in paint order. */
export function* printedElements(elements: readonly DesignElement[]): Generator<DesignElement> {
  for (const element of elements) {
    if (element.hidden) continue;
    yield element;
    yield* printedElements(kindOf(element).children(element));
  }
}

/** The texts of all visible elements that may contain variables. */
export function* printedContents(of: Design): Generator<string> {
  for (const page of of.pages) yield* printedContentsOf(page.elements);
}

/** The texts of these elements and what lies in them, of those that are visible. */
export function* printedContentsOf(elements: readonly DesignElement[]): Generator<string> {
  for (const element of printedElements(elements)) {
    yield* kindOf(element)
      .texts(element)
      .filter((content) => content !== '');
  }
}

/** The variables that name images which a design prints, without duplicates. */
export function imageVariablesOf(of: Design): string[] {
  const names = new Set<string>();
  for (const page of of.pages) {
    for (const element of printedElements(page.elements)) {
      for (const name of kindOf(element).imageVariables(element)) names.add(name);
    }
  }
  return [...names];
}

/** The asset ids of the images that a design prints, without duplicates. */
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

/** A copy of the design without image backgrounds and without elements that print images. */
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
