import { type PageContent, readPage } from './content.ts';
import type { PdfDocument } from './document.ts';
import { type Dictionary, isDictionary, Reference, textIn, type Value } from './values.ts';

/** An element of the structure tree as assistive technology reads it. */
export interface ReadNode {
  role: string;
  number: number;
  entries: Dictionary;
  /** The text of its own marked content, in the order of its kids. */
  text: string;
  alt: string | undefined;
  /** Its language, inherited from its ancestors and the document. */
  language: string;
  /** The languages of marked content within its text. */
  runLanguages: string[];
  marks: { page: number; form: number | null; mcid: number }[];
  /** Objects it refers to, such as widgets. */
  objects: number[];
  kids: ReadNode[];
}

export interface ReadStructure {
  root: ReadNode;
  pages: PageContent[];
}

/** Walks the structure tree from its root and collects the content of its elements. Throws if it is inconsistent. */
export function readStructure(document: PdfDocument): ReadStructure {
  const tree = document.dictionary(document.catalog.get('StructTreeRoot'));
  const pages = document.pages.map((page) => readPage(document, page));
  const walker = new Walker(document, pages);
  const top = tree.get('K') as Reference;
  const root = walker.node(top, tree, textIn(document.catalog.get('Lang')) ?? '');
  return { root, pages };
}

/** This element and its descendants, in reading order. */
export function* allNodes(node: ReadNode): Generator<ReadNode> {
  yield node;
  for (const kid of node.kids) yield* allNodes(kid);
}

class Walker {
  readonly #document: PdfDocument;
  readonly #pages: readonly PageContent[];
  readonly #seen = new Set<number>();

  constructor(document: PdfDocument, pages: readonly PageContent[]) {
    this.#document = document;
    this.#pages = pages;
  }

  node(reference: Reference, parent: Dictionary, inherited: string): ReadNode {
    if (this.#seen.has(reference.number)) throw new Error(`the element ${reference.number} twice`);
    this.#seen.add(reference.number);
    const entries = this.#document.dictionary(reference);
    if (this.#document.dictionary(entries.get('P')) !== parent)
      throw new Error('an element of another parent');
    const node: ReadNode = {
      role: this.#document.name(entries.get('S')) ?? '',
      number: reference.number,
      entries,
      text: '',
      alt: textIn(entries.get('Alt')),
      language: textIn(entries.get('Lang')) ?? inherited,
      runLanguages: [],
      marks: [],
      objects: [],
      kids: [],
    };
    const kids = entries.get('K');
    for (const kid of Array.isArray(kids) ? kids : kids === undefined ? [] : [kids]) this.#kid(node, kid);
    return node;
  }

  #kid(node: ReadNode, kid: Value): void {
    if (kid instanceof Reference) {
      node.kids.push(this.node(kid, node.entries, node.language));
      return;
    }
    const given = isDictionary(kid) ? kid : new Map<string, Value>([['MCID', kid]]);
    if (this.#document.name(given.get('Type')) === 'OBJR') {
      node.objects.push((given.get('Obj') as Reference).number);
      return;
    }
    const page = (given.get('Pg') ?? node.entries.get('Pg')) as Reference;
    const index = this.#document.pages.findIndex(({ number }) => number === page.number);
    const form = (given.get('Stm') as Reference | undefined)?.number ?? null;
    const mcid = given.get('MCID') as number;
    node.marks.push({ page: index, form, mcid });
    const painted = this.#pages[index]?.painted.filter((one) => one.mcid === mcid && one.form === form) ?? [];
    if (painted.length === 0) throw new Error(`nothing is marked ${mcid} on page ${index}`);
    for (const { text, languages } of painted) {
      node.text += text;
      node.runLanguages.push(...languages);
    }
  }
}
