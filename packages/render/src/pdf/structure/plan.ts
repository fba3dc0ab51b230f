import type { Design, DesignElement } from '@sello/contracts';
import type { Identification } from '../metadata.ts';
import { countNodes, nodeObjects, numberNodes, ownerReferences } from './objects.ts';
import { type Passage, type ReadElement, readElements } from './reading-order.ts';
import { type TextRole, textRoles } from './roles.ts';
import type { StructureNode, Tagger } from './tagger.ts';
import { type StructureTexts, structureTexts } from './texts.ts';

/** What is known of a design's structure before anything is painted. */
export interface StructureOutline {
  read: readonly ReadElement[];
  roles: ReadonlyMap<string, TextRole>;
  texts: StructureTexts;
}

export function structureOutline(
  design: Design,
  passageOf: (element: DesignElement) => Omit<Passage, 'isOptional'> | null,
): StructureOutline {
  const read = readElements(design, passageOf);
  return { read, roles: textRoles(read), texts: structureTexts(design.locale) };
}

/**
 * The part of the structure tree that all certificates share. Its elements lie in the prefix and their parent, the
 * document's one element, in each tail, where the variable ones come between them.
 */
export interface StructurePlan {
  roles: ReadonlyMap<string, TextRole>;
  texts: StructureTexts;
  identification: Identification;
  /** Whether small objects of a tail are packed; the first part of PDF/A knows no object streams. */
  isPacked: boolean;
  /** Numbers of what the tail always holds. */
  objects: { metadata: number; root: number; document: number };
  /** The pages' objects. */
  pages: readonly number[];
  /** What is marked on each page already: how much, and the owners. */
  owners: readonly { count: number; references: string }[];
  /** Entries of the parent tree for forms of the prefix. */
  formOwners: string;
  /** The first key of the parent tree that is free. */
  nextKey: number;
  /** The kids of the document in the order of reading: references, or the element whose own they are. */
  kids: readonly (string | { source: string })[];
  /** Entries of the catalog. */
  catalog: string;
  /** The page on which the signature's field lies, and the object that it is seen as: nothing. */
  field: { page: number; appearance: number };
}

/** The static elements in the order of reading, numbers given, and how many objects they take. */
export function staticNodes(tagger: Tagger, first: number): { count: number; bySource: Map<string, string> } {
  const count = countNodes(tagger.nodes);
  numberNodes(tagger.nodes, first);
  const bySource = new Map<string, string>();
  for (const { source, number } of tagger.nodes) {
    const before = bySource.get(source);
    bySource.set(source, `${before === undefined ? '' : `${before} `}${number} 0 R`);
  }
  return { count, bySource };
}

export function* staticNodeBodies(
  nodes: readonly StructureNode[],
  document: number,
  pages: readonly number[],
): Generator<string> {
  for (const { body } of nodeObjects(nodes, document, pages)) yield body;
}

/** The kids of the document: neighbours that are static as one text, places for those that vary between them. */
export function documentKids(
  read: readonly ReadElement[],
  bySource: ReadonlyMap<string, string>,
  variable: ReadonlySet<string>,
): (string | { source: string })[] {
  const kids: (string | { source: string })[] = [];
  for (const { id } of read) {
    if (variable.has(id)) {
      kids.push({ source: id });
      continue;
    }
    const references = bySource.get(id);
    if (references === undefined) continue;
    const last = kids.at(-1);
    if (typeof last === 'string') kids[kids.length - 1] = `${last} ${references}`;
    else kids.push(references);
  }
  return kids;
}

export function pageOwners(tagger: Tagger): { count: number; references: string }[] {
  return tagger.pages.map(({ owners }) => ({ count: owners.length, references: ownerReferences(owners) }));
}
