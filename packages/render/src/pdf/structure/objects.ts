import type { MarkedContent, StructureNode } from './tagger.ts';

// Writes the objects of the structure tree (ISO 32000-1, 14.7.2).

const isNode = (kid: StructureNode | MarkedContent): kid is StructureNode => 'role' in kid;

/** Assigns object numbers to elements, parents first; returns the next free number. */
export function numberNodes(nodes: readonly StructureNode[], first: number): number {
  let next = first;
  for (const node of nodes) {
    node.number = next;
    next = numberNodes(node.kids.filter(isNode), next + 1);
  }
  return next;
}

export function countNodes(nodes: readonly StructureNode[]): number {
  return numberNodes(nodes, 0);
}

/** The object of an element of the structure tree. */
export interface NodeObject {
  number: number;
  body: string;
  /** Whether it has a description, such as the URL in a code, which two certificates seldom share. */
  isDescribed: boolean;
}

/** The objects of numbered elements and their descendants, in the order of their numbers. `pages`: page object numbers. */
export function* nodeObjects(
  nodes: readonly StructureNode[],
  parent: number,
  pages: readonly number[],
): Generator<NodeObject> {
  for (const node of nodes) {
    const content = node.kids.find((kid) => !isNode(kid)) as MarkedContent | undefined;
    const page = content ? (pages[content.scope.page] as number) : null;
    const kids = node.kids.map((kid) =>
      isNode(kid) ? `${kid.number} 0 R` : contentReference(kid, pages, page),
    );
    const own = `/S/${node.role}/P ${parent} 0 R${page === null ? '' : `/Pg ${page} 0 R`}${node.entries}`;
    const isDescribed = node.entries.includes('/Alt');
    yield { number: node.number, body: `<<${own}${kidsEntry(kids)}>>`, isDescribed };
    yield* nodeObjects(node.kids.filter(isNode), node.number, pages);
  }
}

function kidsEntry(kids: readonly string[]): string {
  const [only] = kids;
  if (only === undefined) return '';
  if (kids.length > 1) return `/K[${kids.join(' ')}]`;
  return `/K${only.startsWith('<') ? '' : ' '}${only}`;
}

function contentReference(
  { scope, mcid }: MarkedContent,
  pages: readonly number[],
  page: number | null,
): string {
  const own = pages[scope.page] as number;
  if (scope.form === null && own === page) return String(mcid);
  const stream = scope.form === null ? '' : `/Stm ${scope.form} 0 R`;
  return `<</Type/MCR/Pg ${own} 0 R${stream}/MCID ${mcid}>>`;
}

/** The owners of marked content by number, as the parent tree lists them (14.7.4.4). */
export function ownerReferences(owners: readonly StructureNode[]): string {
  return owners.map(({ number }) => `${number} 0 R`).join(' ');
}
