import type { Design, DesignElement } from '@sello/contracts';
import type { Identification } from '../metadata.ts';
import { countNodes, nodeObjects, numberNodes, ownerReferences } from './objects.ts';
import { type Passage, type ReadElement, readElements } from './reading-order.ts';
import { type TextRole, textRoles } from './roles.ts';
import type { StructureNode, Tagger } from './tagger.ts';
import { type StructureTexts, structureTexts } from './texts.ts';

/** The structure of a design before its elements are painted. */
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
 * The part of the structure tree that all certificates share. Its elements are in the prefix; their parent, the Document
 * element, is in each tail, which adds the variable elements between them.
 */
export interface StructurePlan {
  roles: ReadonlyMap<string, TextRole>;
  texts: StructureTexts;
  identification: Identification;
  /** Whether small objects of a tail are packed; PDF/A-1 does not allow object streams. */
  isPacked: boolean;
  /** Numbers of the objects that every tail contains. */
  objects: { metadata: number; root: number; document: number };
  /** The object numbers of the pages. */
  pages: readonly number[];
  /** The marked content of the prefix on each page: its count and the references of its owners. */
  owners: readonly { count: number; references: string }[];
  /** Entries of the parent tree for forms of the prefix. */
  formOwners: string;
  /** The first free key of the parent tree. */
  nextKey: number;
  /** The kids of the Document element in reading order: references, or the source of a variable element. */
  kids: readonly (string | { source: string })[];
  /** Further entries of the catalog. */
  catalog: string;
  /** The index of the page with the signature field, and the object number of its empty appearance. */
  field: { page: number; appearance: number };
}

/** Numbers the static elements; returns their count and the references of each source element. */
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

/** The kids of the Document element: adjacent static references joined, with placeholders for variable elements. */
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
