import type { Design, DesignElement } from '@sello/contracts';
import {
  batchPrefix,
  isKnownImageVariable,
  isKnownVariable,
  kindOf,
  parseText,
  variablesIn,
} from '@sello/design';
import { indexOf, mapElements } from './tree.ts';

export type DeclaredVariable = Design['variables'][number];

/** A place where a variable stands. */
export interface VariableUse {
  pageId: string;
  elementId: string;
  /** Whether it names an image, and not a part of a text. */
  isImage: boolean;
  /** How often it stands there. */
  count: number;
}

interface OwnUses {
  texts: ReadonlyMap<string, number>;
  images: readonly string[];
}
const ownUses = new WeakMap<DesignElement, OwnUses>();

function usesIn(element: DesignElement): OwnUses {
  let known = ownUses.get(element);
  if (!known) {
    const kind = kindOf(element);
    const texts = new Map<string, number>();
    for (const name of kind.texts(element).flatMap(variablesIn)) texts.set(name, (texts.get(name) ?? 0) + 1);
    known = { texts, images: kind.imageVariables(element) };
    ownUses.set(element, known);
  }
  return known;
}

/** Every variable that elements of the design use, hidden ones included, with its places. */
export function variableUses(design: Design): Map<string, VariableUse[]> {
  const uses = new Map<string, VariableUse[]>();
  const add = (name: string, use: VariableUse) => uses.set(name, [...(uses.get(name) ?? []), use]);
  for (const page of design.pages) {
    for (const { element } of indexOf(page.elements).values()) {
      const place = { pageId: page.id, elementId: element.id };
      const { texts, images } = usesIn(element);
      for (const [name, count] of texts) add(name, { ...place, isImage: false, count });
      for (const name of images) add(name, { ...place, isImage: true, count: 1 });
    }
  }
  return uses;
}

/** A variable that has no value, and why. */
export interface UnknownUse {
  name: string;
  /** unknown: nothing has this name. column: no column of this name is known. image: it names no image. */
  reason: 'unknown' | 'column' | 'image';
  uses: readonly VariableUse[];
}

/**
 * The variables that the design uses and nothing fills. `columns`: the names of custom columns that exist, without
 * `custom.`; null when they are not known.
 */
export function unknownVariables(design: Design, columns: ReadonlySet<string> | null): UnknownUse[] {
  const declared = new Set(design.variables.map(({ name }) => name));
  return [...variableUses(design)].flatMap(([name, uses]): UnknownUse[] => {
    const images = uses.filter(({ isImage }) => isImage);
    const texts = uses.filter(({ isImage }) => !isImage);
    const found: UnknownUse[] = [];
    if (images.length > 0 && !isKnownImageVariable(name)) found.push({ name, reason: 'image', uses: images });
    if (texts.length === 0) return found;
    if (!isKnownVariable(name)) found.push({ name, reason: 'unknown', uses: texts });
    else if (columns && name.startsWith('custom.') && !columns.has(name.slice(7)) && !declared.has(name))
      found.push({ name, reason: 'column', uses: texts });
    return found;
  });
}

const renamedText = (content: string, from: string, to: string): string =>
  parseText(content)
    .map((part) => (part.kind === 'text' ? part.text : `{{${part.name === from ? to : part.name}}}`))
    .join('');

function renamedIn(element: DesignElement, from: string, to: string): DesignElement {
  const { texts, images } = usesIn(element);
  let next = element;
  if (texts.has(from)) {
    next = kindOf(next).fill(next, (content) =>
      variablesIn(content).includes(from) ? renamedText(content, from, to) : content,
    );
  }
  if (images.includes(from) && 'source' in next) next = { ...next, source: { kind: 'variable', name: to } };
  return next;
}

/** The scope that a name means: variables of the batch, and no others, are named `batch.…`. */
export const scopeOf = (name: string): DeclaredVariable['scope'] =>
  name.startsWith(batchPrefix) ? 'batch' : 'student';

/** The design with another name of a variable, in its declaration and wherever it is used. */
export function withRenamedVariable(design: Design, from: string, to: string): Design {
  const pages = design.pages.map((page) => {
    const elements = mapElements(page.elements, (element) => renamedIn(element, from, to));
    return elements === page.elements ? page : { ...page, elements };
  });
  const variables = design.variables.map((variable) =>
    variable.name === from ? { ...variable, name: to, scope: scopeOf(to) } : variable,
  );
  return { ...design, pages, variables };
}
