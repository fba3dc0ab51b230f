import {
  type Design,
  type DesignElement,
  type DesignPage,
  design,
  designLimits,
  designPage,
} from '@sello/contracts';
import { type DesignProblem, designTooLarge, kindOf } from '@sello/design';
import type { ParseKeys } from 'i18next';
import { jsonLength } from './json-length.ts';
import { childrenOf, indexOf } from './tree.ts';

/** Why a change was not made. */
export interface Refusal {
  /** The text for the person, with its values. */
  key: ParseKeys;
  values: Readonly<Record<string, string | number>>;
  /** What the schema of the design says, as the server would; empty when it was not asked. */
  problems: readonly DesignProblem[];
}

const elementSchema = designPage.shape.elements.element;
type Issue = { code?: string; path: readonly PropertyKey[]; message: string };
interface Located extends DesignProblem {
  limit: LimitName | 'single' | null;
}
type LimitName = keyof typeof designLimits;

/** Limits by the last name in the path of what exceeds them. */
const limitsByName: Readonly<Record<string, LimitName>> = {
  pages: 'pages',
  variables: 'variables',
  text: 'textLength',
  runs: 'runs',
  guides: 'guides',
  d: 'pathLength',
  columns: 'tableColumns',
  rows: 'textLength',
  fontSize: 'fontSize',
};

function limitOf({ code, path }: Issue): Located['limit'] {
  // An element itself, and not one of its properties: a second one of a type of which a design has one.
  if (code === 'custom' && typeof path.at(-1) === 'number') return 'single';
  const name = path.findLast((part) => typeof part === 'string') as string | undefined;
  if (name === undefined) return null;
  // The whole list of a page is counted with what lies in its groups; the list of a group is refused for its depth.
  if (name === 'elements') return code === 'custom' && path.length > 3 ? 'groupDepth' : 'elementsPerPage';
  if (name === 'paragraphs') return code === 'custom' ? 'textLength' : 'paragraphs';
  if (path.length === 3 && (name === 'width' || name === 'height')) return 'pageSide';
  const isLimit = code === 'too_big' || (code === 'too_small' && name === 'fontSize');
  return isLimit && Object.hasOwn(limitsByName, name) ? (limitsByName[name] as LimitName) : null;
}

function located(issues: readonly Issue[], before: readonly PropertyKey[]): Located[] {
  return issues.map((issue) => {
    const whole = { ...issue, path: [...before, ...issue.path] };
    return { path: whole.path.join('.'), message: issue.message, limit: limitOf(whole) };
  });
}

const stubs = new WeakMap<DesignElement, DesignElement>();

/** An element of the same id, type and children, and of the smallest content: what the whole design is checked with. */
function stubOf(element: DesignElement): DesignElement {
  let stub = stubs.get(element);
  if (!stub) {
    const kind = kindOf(element);
    stub = kind.withChildren(kind.sample(element.id) as DesignElement, childrenOf(element).map(stubOf));
    stubs.set(element, stub);
  }
  return stub;
}

/** What the schema says about ids, counts and nesting, and about all that is not an element. */
function structureProblems(of: Design): Located[] {
  const skeleton = {
    ...of,
    pages: of.pages.map((page) => ({ ...page, elements: page.elements.map(stubOf) })),
  };
  const parsed = design.safeParse(skeleton);
  return parsed.success ? [] : located(parsed.error.issues, []);
}

/** Properties of which the problems of an element do not depend. */
const placing: ReadonlySet<string> = new Set([
  ...['x', 'y', 'rotation', 'opacity', 'name', 'locked', 'hidden', 'hideWhenEmpty', 'elements'],
]);

function differs(a: DesignElement, b: DesignElement, ignored: ReadonlySet<string>): boolean {
  const [one, other] = [a, b] as unknown as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].some(
    (name) => !ignored.has(name) && one?.[name] !== other?.[name],
  );
}
const children: ReadonlySet<string> = new Set(['elements']);

/** The problems of the elements that were touched, and whether ids, order or nesting changed. */
function elementProblems(before: Design, pages: readonly DesignPage[]): { found: Located[]; moved: boolean } {
  const found: Located[] = [];
  let moved = false;
  const elsewhere = (id: string): DesignElement | undefined => {
    moved = true;
    for (const page of before.pages) {
      const known = indexOf(page.elements).get(id);
      if (known) return known.element;
    }
    return undefined;
  };
  const visit = (list: readonly DesignElement[], old: readonly DesignElement[], path: PropertyKey[]) => {
    if (list.length !== old.length) moved = true;
    const byId = new Map(old.map((element) => [element.id, element]));
    for (const [index, element] of list.entries()) {
      if (old[index] === element) continue;
      if (old[index]?.id !== element.id) moved = true;
      const prior = byId.get(element.id) ?? elsewhere(element.id);
      if (prior === element) continue;
      const at = [...path, index];
      const inner = childrenOf(element);
      if (!prior || differs(prior, element, children)) {
        const kind = kindOf(element);
        const shallow = inner.length > 0 ? kind.withChildren(element, []) : element;
        const parsed = elementSchema.safeParse(shallow);
        if (!parsed.success) found.push(...located(parsed.error.issues, at));
        else if (!prior || differs(prior, element, placing)) {
          for (const problem of kind.problems(element)) {
            const message = problem instanceof Error ? problem.message : String(problem);
            found.push({ path: at.join('.'), message, limit: null });
          }
        }
      }
      visit(inner, prior ? childrenOf(prior) : [], [...at, 'elements']);
    }
  };
  for (const [index, page] of pages.entries()) {
    const old = before.pages.find(({ id }) => id === page.id);
    if (old === page) continue;
    visit(page.elements, old?.elements ?? [], ['pages', index, 'elements']);
    if (!old) moved = true;
    const isPageChanged = (Object.keys(page) as (keyof DesignPage)[]).some(
      (name) => name !== 'elements' && page[name] !== old?.[name],
    );
    if (isPageChanged) {
      const parsed = designPage.safeParse({ ...page, elements: [] });
      if (!parsed.success) found.push(...located(parsed.error.issues, ['pages', index]));
    }
  }
  return { found, moved };
}

function maximumOf(limit: LimitName): number {
  const value = designLimits[limit];
  return typeof value === 'number' ? value : value.max;
}

/** A refusal for problems of a design; the first one that is a limit names it. */
function refusalFor(problems: readonly DesignProblem[]): Refusal {
  const limit = (problems as Partial<Located>[]).find((problem) => problem.limit)?.limit;
  const plain = problems.map(({ path, message }) => ({ path, message }));
  if (!limit) {
    return { key: 'editor.refusals.invalid', values: { problem: plain[0]?.message ?? '' }, problems: plain };
  }
  if (limit === 'single') return { key: 'editor.refusals.single', values: {}, problems: plain };
  const least = limit === 'pageSide' || limit === 'fontSize' ? designLimits[limit].min : 0;
  return { key: `editor.limits.${limit}`, values: { max: maximumOf(limit), min: least }, problems: plain };
}

/**
 * Checks what a change touched with the schema of the design; null when the changed design is valid, provided that it
 * was valid before. What is shared by both designs is not read again.
 */
export function refusalOf(before: Design, after: Design): Refusal | null {
  if (before === after) return null;
  const { found, moved } = elementProblems(before, after.pages);
  const isDesignChanged = (Object.keys(after) as (keyof Design)[]).some(
    (name) => name !== 'pages' && after[name] !== before[name],
  );
  const isStructureChanged = moved || isDesignChanged || after.pages.length !== before.pages.length;
  if (found.length === 0 && isStructureChanged) found.push(...structureProblems(after));
  if (found.length === 0 && jsonLength(after) > designLimits.json)
    found.push({ ...designTooLarge, limit: 'json' });
  return found.length > 0 ? refusalFor(found.slice(0, 20)) : null;
}
