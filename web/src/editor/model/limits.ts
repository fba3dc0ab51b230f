import {
  type Design,
  type DesignElement,
  type DesignPage,
  design,
  designLimits,
  designPage,
  type ElementType,
  errorOfIssue,
} from '@sello/contracts';
import { type DesignProblem, designTooLarge, kindOf, ownNameOf, type ParsedDesign } from '@sello/design';
import type { ParseKeys } from 'i18next';
import { jsonLength } from './json-length.ts';
import { childrenOf, indexOf } from './tree.ts';

/** Why a change was not made. */
export interface Refusal {
  /** The text for the person, with its values. */
  key: ParseKeys;
  values: Readonly<Record<string, string | number>>;
  /** The type of the element that it is about when that has no name; `refusalText` names it. */
  unnamed?: ElementType;
  /** What the schema of the design says, as the server would; empty when it was not asked. */
  problems: readonly DesignProblem[];
}

const elementSchema = designPage.shape.elements.element;

interface Located extends DesignProblem {
  /** The text that says it to a person; null: only the schema's message does. */
  text: Omit<Refusal, 'problems'> | null;
}

type LimitName =
  | 'pages'
  | 'variables'
  | 'textLength'
  | 'paragraphs'
  | 'runs'
  | 'guides'
  | 'tableColumns'
  | 'pageSide'
  | 'fontSize';

/** Limits by the last name in the path of what exceeds them, where the schema gives them no error of their own. */
const limitsByName: Readonly<Record<string, LimitName>> = {
  pages: 'pages',
  variables: 'variables',
  text: 'textLength',
  runs: 'runs',
  guides: 'guides',
  paragraphs: 'paragraphs',
  columns: 'tableColumns',
  rows: 'textLength',
  fontSize: 'fontSize',
};

function limitOf(code: string | undefined, path: readonly PropertyKey[]): LimitName | null {
  const name = path.findLast((part) => typeof part === 'string') as string | undefined;
  if (name === 'paragraphs' && code === 'custom') return 'textLength';
  if (path.length === 3 && (name === 'width' || name === 'height')) {
    return code === 'too_big' || code === 'too_small' ? 'pageSide' : null;
  }
  const isLimit = code === 'too_big' || (code === 'too_small' && name === 'fontSize');
  return isLimit && name !== undefined && Object.hasOwn(limitsByName, name)
    ? (limitsByName[name] as LimitName)
    : null;
}

function limitText(limit: LimitName): Located['text'] {
  const most = designLimits[limit];
  const [min, max] = typeof most === 'number' ? [0, most] : [most.min, most.max];
  return { key: `editor.limits.${limit}`, values: { min, max } };
}

type Issue = Parameters<typeof errorOfIssue>[0];

/** The own name of an element, in which anything may be missing when it is of a file. */
function nameOf(element: DesignElement): string | null {
  try {
    return ownNameOf(element);
  } catch {
    return null;
  }
}

/** The text of an issue: the error that the call would answer, or that of a limit. */
function textOf(issue: Issue, path: readonly PropertyKey[], element: DesignElement | null): Located['text'] {
  const own = errorOfIssue(issue);
  if (own) {
    const details = own.details as Readonly<Record<string, string | number>>;
    const name = element && nameOf(element);
    return {
      key: `errors.${own.code}`,
      values: { element: name ?? '', ...details },
      ...(element && name === null && { unnamed: element.type }),
    };
  }
  // An element itself, and not one of its properties: a second one of a type of which a design has one.
  if (issue.code === 'custom' && typeof path.at(-1) === 'number') {
    return { key: 'editor.refusals.single', values: {} };
  }
  const limit = limitOf(issue.code, path);
  return limit && limitText(limit);
}

function located(
  issues: readonly Issue[],
  before: readonly PropertyKey[],
  element: DesignElement | null = null,
): Located[] {
  return issues.map((issue) => {
    const path = [...before, ...issue.path];
    return { path: path.join('.'), message: issue.message, text: textOf(issue, path, element) };
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
        if (!parsed.success) found.push(...located(parsed.error.issues, at, element));
        else if (!prior || differs(prior, element, placing)) {
          for (const problem of kind.problems(element)) {
            const message = problem instanceof Error ? problem.message : String(problem);
            found.push({ path: at.join('.'), message, text: null });
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

/** A refusal for problems of a design: the text of the first one that has its own. */
function refusalFor(problems: readonly Located[]): Refusal {
  const plain = problems.map(({ path, message }) => ({ path, message }));
  const own = problems.find(({ text }) => text !== null)?.text;
  return { ...(own ?? unnamedFor(plain)), problems: plain };
}

const unnamedFor = ([first]: readonly DesignProblem[]) =>
  ({ key: 'editor.refusals.invalid', values: { problem: first?.message ?? '' } }) as const;

const tooLarge = { key: 'errors.template_too_large', values: { max: designLimits.json } } as const;

/** The element in which the path of an issue lies, which may be invalid in everything; null for an issue of a page. */
function elementAt(value: unknown, path: readonly PropertyKey[]): DesignElement | null {
  let found: DesignElement | null = null;
  let at = value as Record<PropertyKey, unknown> | null | undefined;
  for (const [index, part] of path.entries()) {
    at = at?.[part] as typeof at;
    // A name may be left out of a file.
    if (path[index - 1] === 'elements') found = { name: '', ...at } as unknown as DesignElement;
  }
  return found;
}

/** Why what a file or the clipboard holds is no design, as a change of it would be refused. */
export function refusalOfRead(
  value: unknown,
  { issues, problems }: Extract<ParsedDesign, { ok: false }>,
): Refusal {
  if (issues.length === 0) return { ...tooLarge, problems };
  const [first = null] = issues.flatMap((issue) => {
    const element = elementAt(value, issue.path);
    return textOf(issue, issue.path, element) ?? [];
  });
  return { ...(first ?? unnamedFor(problems)), problems };
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
    found.push({ ...designTooLarge, text: tooLarge });
  return found.length > 0 ? refusalFor(found.slice(0, 20)) : null;
}
