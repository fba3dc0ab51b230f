// Marked content and the elements that own it (ISO 32000-1, 14.6 and 14.7.4).

/** One element of the structure tree. */
export interface StructureNode {
  /** The id of the design element it was made from. */
  source: string;
  /** A standard structure type, such as `P`. */
  role: string;
  /** Further entries of its dictionary. */
  entries: string;
  kids: (StructureNode | MarkedContent)[];
  /** Its object number; assigned after everything is painted. */
  number: number;
}

/** A content stream with its own MCIDs: a page, or a form that is painted once. */
export interface MarkScope {
  page: number;
  /** The form's object number, assigned when it is written; null for the page itself. */
  form: number | null;
  /** The first MCID of this scope; lower ones belong to other content of the same page. */
  first: number;
  /** The structure element that owns each MCID. */
  owners: StructureNode[];
}

export interface MarkedContent {
  scope: MarkScope;
  mcid: number;
}

/** How content is exposed to assistive technology. */
export type Tag = { role: string; entries: string } | 'artifact' | 'children';

/** Marks content and collects the structure elements that own it; one for the prefix and one for each certificate. */
export class Tagger {
  /** The top-level elements, in paint order. */
  readonly nodes: StructureNode[] = [];
  readonly #pages: readonly MarkScope[];
  #scopes: MarkScope[] = [];
  #parents: StructureNode[] = [];

  /** The rectangle of the signature field on its page: left, bottom, right, top. Empty without a signature box. */
  field: readonly [number, number, number, number] = [0, 0, 0, 0];

  /** `taken`: the number of MCIDs already used on each page. */
  constructor(taken: readonly number[]) {
    this.#pages = taken.map((first, page) => ({ page, form: null, first, owners: [] }));
  }

  get pages(): readonly MarkScope[] {
    return this.#pages;
  }

  placeField(box: readonly [number, number, number, number]): void {
    this.field = box;
  }

  /** Subsequent marked content belongs to this page. */
  startPage(page: number): void {
    this.#scopes = [this.#pages[page] as MarkScope];
  }

  /** Subsequent marked content, until `leaveForm`, belongs to a form. */
  enterForm(): void {
    this.#scopes.push({ page: this.#scope.page, form: null, first: 0, owners: [] });
  }

  leaveForm(): MarkScope {
    return this.#scopes.pop() as MarkScope;
  }

  /** Wraps operators in marked content with a tag; with `children` the children mark their own content. */
  readonly mark = (source: string, tag: Tag, operators: string): string => {
    if (tag === 'children') return operators;
    if (tag === 'artifact') return operators === '' ? '' : `/Artifact BMC\n${operators}\nEMC`;
    // An empty table cell is kept, so that the row has all its cells.
    if (operators === '' && this.#parents.length === 0) return '';
    const node = this.#add(source, tag);
    if (operators === '') return '';
    const scope = this.#scope;
    const mcid = scope.first + scope.owners.length;
    scope.owners.push(node);
    node.kids.push({ scope, mcid });
    return `/${tag.role}<</MCID ${mcid}>>BDC\n${operators}\nEMC`;
  };

  /** Makes the elements that `paint` marks children of an element of this role; without any, no element is added. */
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
