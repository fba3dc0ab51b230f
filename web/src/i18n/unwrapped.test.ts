import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Not translated: our name, the people and places of the sample certificate, and names of columns and files. */
const untranslated = new Set([
  ...['Sello', '· Sello', 'Instituto Cordillera', 'Lima,', 'Lucía Fernanda Quispe Mamani'],
  ...['Lucía Fernanda Quispe Mamani ·', 'Rosa Ccori Mendívil', 'Joaquim Teles Barreto', 'CORDILLERA ·'],
  ...['7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F', 'certs.cordillera.example/verify', 'students_template.csv'],
]);
const spokenAttributes = new Set([
  'aria-label',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'note',
  'act',
  'keep',
]);

interface Node {
  type?: string;
  value?: unknown;
  name?: { name?: string };
  [key: string]: unknown;
}

/** Texts for people that are literals in a component. */
function textsIn(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) textsIn(one, found);
  else if (node && typeof node === 'object') {
    const { type, value, name } = node as Node;
    if (type === 'JSXText') found.push(String(value));
    if (type === 'JSXAttribute' && spokenAttributes.has(String(name?.name))) {
      const written = value as Node | null;
      if (written?.type === 'Literal') found.push(String(written.value));
    }
    for (const part of Object.values(node)) textsIn(part, found);
  }
  return found;
}

const words = (code: string): string[] =>
  textsIn(parseAst(code, { lang: 'tsx' }))
    .map((text) => text.trim().replace(/\s+/g, ' '))
    .filter((text) => /\p{L}{2}/u.test(text) && !untranslated.has(text));

describe('a literal text in a component', () => {
  it('is found in content and in attributes', () => {
    expect(words('const a = <p title="Hello">{x} there <b aria-label={y} alt="" /></p>')).toEqual([
      'Hello',
      'there',
    ]);
  });

  it.each(Object.entries(sources))('does not occur in %s', (_, code) => {
    expect(words(code)).toEqual([]);
  });
});
