/** A node of a syntax tree of vite's parser (ESTree), with what checks read of it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The nodes of a property: of one, of a list, or none. */
export const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode);

export const isFunction = ({ type }: Node): boolean => /Function/.test(type) && !type.startsWith('TS');

/** The name of an identifier, `#` left out; '' of anything else. */
export const nameOf = (node: unknown): string =>
  isNode(node) && /^(?:Private)?Identifier$/.test(node.type) ? String(node.name) : '';

/** What is in a node; with `isOwn` without the insides of functions in it, which run at another time. */
export function nodesOf(node: Node, isOwn = false): Node[] {
  const found: Node[] = [];
  const add = (of: Node): void => {
    for (const child of Object.values(of).flatMap(nodesIn)) {
      found.push(child);
      if (!(isOwn && isFunction(child))) add(child);
    }
  };
  add(node);
  return found;
}
