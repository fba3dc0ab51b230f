// Marked content and the elements that own it (ISO 32000-1, 14.6 and 14.7.4).

/** One element of the structure tree. */
export interface StructureNode {
  /** The element of the design that it came from. */
  source: string;
  /** A standard structure type, such as `P`. */
  role: string;
  /** Further entries of its dictionary. */
  entries: string;
  kids: (StructureNode | MarkedContent)[];
  /** Its object; given when all that is painted is known. */
  number: number;
}

/** What numbers its marked content by itself: a page, or a form that is painted once. */
export interface MarkScope {
  page: number;
  /** The form's object; null for the page itself. Given when it is written. */
  form: number | null;
  /** The numbers below are taken by other content of the same page. */
  first: number;
  /** The owner of each number. */
  owners: StructureNode[];
}

export interface MarkedContent {
  scope: MarkScope;
  mcid: number;
}

/** What a piece of content is to a reader who does not see it. */
export type Tag = { role: string; entries: string } | 'artifact' | 'children';

/** Marks what is painted and collects whose it is; one for what is static and one for each certificate. */
export class Tagger {
  /** The elements at the top, as they were painted. */
  readonly nodes: StructureNode[] = [];
  readonly #pages: readonly MarkScope[];
  #scopes: MarkScope[] = [];
  #parents: StructureNode[] = [];

  /** Where the signature's field lies on its page: left, bottom, right, top. Without a box for it, it has no size. */
  field: readonly [number, number, number, number] = [0, 0, 0, 0];

  /** `taken`: how many numbers of marked content each page has given already. */
  constructor(taken: readonly number[]) {
    this.#pages = taken.map((first, page) => ({ page, form: null, first, owners: [] }));
  }

  get pages(): readonly MarkScope[] {
    return this.#pages;
  }

  placeField(box: readonly [number, number, number, number]): void {
    this.field = box;
  }

  /** What is marked from now on is content of this page. */
  startPage(page: number): void {
    this.#scopes = [this.#pages[page] as MarkScope];
  }

  /** What is marked from now on, until `leaveForm`, is content of a form. */
  enterForm(): void {
    this.#scopes.push({ page: this.#scope.page, form: null, first: 0, owners: [] });
  }

  leaveForm(): MarkScope {
    return this.#scopes.pop() as MarkScope;
  }

  /** Operators as content of what the tag says; content of children is marked by them. */
  readonly mark = (source: string, tag: Tag, operators: string): string => {
    if (tag === 'children') return operators;
    if (tag === 'artifact') return operators === '' ? '' : `/Artifact BMC\n${operators}\nEMC`;
    // An empty cell keeps its place in the row.
    if (operators === '' && this.#parents.length === 0) return '';
    const node = this.#add(source, tag);
    if (operators === '') return '';
    const scope = this.#scope;
    const mcid = scope.first + scope.owners.length;
    scope.owners.push(node);
    node.kids.push({ scope, mcid });
    return `/${tag.role}<</MCID ${mcid}>>BDC\n${operators}\nEMC`;
  };

  /** What `paint` marks belongs to an element of this role, as cells do to a row; without any there is no element. */
  readonly nest = (source: string, tag: { role: string; entries: string }, paint: () => string): string => {
    const node: StructureNode = { source, ...tag, kids: [], number: 0 };
    this.#parents.push(node);
    const operators = paint();
    this.#parents.pop();
    if (node.kids.length > 0) this.#siblings.push(node);
    return operators;
  };

  #add(source: string, tag: { role: string; entries: string }): StructureNode {
    const node: StructureNode = { source, ...tag, kids: [], number: 0 };
    this.#siblings.push(node);
    return node;
  }

  get #siblings(): (StructureNode | MarkedContent)[] {
    return this.#parents.at(-1)?.kids ?? this.nodes;
  }

  get #scope(): MarkScope {
    const scope = this.#scopes.at(-1);
    if (!scope) throw new RangeError('content is marked outside any page');
    return scope;
  }
}
