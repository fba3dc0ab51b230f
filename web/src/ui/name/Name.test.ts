import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Properties of our records that contain text typed by people. */
const written = new Set([
  'fullName',
  'name',
  'publicName',
  'holder',
  'course',
  'email',
  'owner',
  'createdBy',
  'subject',
]);

interface Node {
  type?: string;
  expression?: Node;
  property?: { name?: string };
  children?: Node[];
  name?: { name?: string };
  [key: string]: unknown;
}

/** Places where such a text is a direct child of an element, `<td>{student.fullName}</td>`. */
function bareIn(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) bareIn(one, found);
  else if (node && typeof node === 'object') {
    const { type, children } = node as Node;
    if (type === 'JSXElement' || type === 'JSXFragment') {
      for (const child of children ?? []) {
        if (child.type !== 'JSXExpressionContainer') continue;
        let shown = child.expression;
        if (shown?.type === 'ChainExpression') shown = shown.expression;
        const name = shown?.type === 'MemberExpression' ? shown.property?.name : undefined;
        if (name !== undefined && written.has(name)) found.push(name);
      }
    }
    for (const part of Object.values(node)) bareIn(part, found);
  }
  return found;
}
const bare = (code: string): string[] => bareIn(parseAst(code, { lang: 'tsx' }));

describe('a text typed by a person', () => {
  it('is found when it is a direct child', () => {
    expect(
      bare('const a = <td>{student.fullName} <b>{user?.email}</b> <Name text={one.name} /></td>'),
    ).toEqual(['fullName', 'email']);
  });

  it.each(Object.entries(sources))('is in its own element in %s', (_, code) => {
    expect(bare(code)).toEqual([]);
  });
});
