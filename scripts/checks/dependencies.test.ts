import { describe, expect, it } from 'vitest';
import { wrongDependencies } from './dependencies.ts';

const check = (text: string, manifest: object, file = 'packages/one/src/a.ts') =>
  wrongDependencies({ name: '@sello/one', ...manifest }, [{ file, text }]);
const listed = (...names: string[]) => ({
  dependencies: Object.fromEntries(names.map((name) => [name, '*'])),
});

describe('dependencies of a workspace', () => {
  it.each([
    "import { a } from 'one';",
    "import { type A } from 'one/deep';",
    "export * from 'one';",
    "import 'one';",
    "const { a } = await import('one');",
    "const path = import.meta.resolve('one/file.wasm');",
    "const load = createRequire(import.meta.url);\nload('one');",
  ])('are needed by: %s', (text) => {
    expect(check(text, listed('one'))).toEqual([]);
    expect(check(text, {})).toHaveLength(text.includes('esolve(') || text.includes('load(') ? 0 : 1);
    expect(check(text, listed('one', 'two'))).toEqual([expect.stringContaining('two')]);
  });

  it('are needed by a template literal with the names in quotes', () => {
    const text =
      "const names = ['newsreader'];\nfor (const name of names) resolve(`@fonts/$" + '{name}/package.json`);';
    expect(check(text, listed('@fonts/newsreader'))).toEqual([]);
    expect(check(text, listed('@fonts/other'))).toHaveLength(1);
  });

  it('are not needed by types, tests and other strings', () => {
    expect(check("import type { A } from 'one';", listed('one'))).toHaveLength(1);
    expect(check("import { a } from 'one';", listed('one'), 'packages/one/src/a.test.ts')).toHaveLength(1);
    expect(check("const text = 'one';", listed('one'))).toHaveLength(1);
  });

  it('must not be in devDependencies, and the problem names the place', () => {
    const problems = check("\nimport { a } from 'one';", { devDependencies: { one: '*' } });
    expect(problems).toEqual([expect.stringMatching(/^packages\/one\/src\/a\.ts:2 .*devDependencies/)]);
  });

  it('are not needed for types, own files and Node built-ins', () => {
    const text = [
      "import type { A } from 'one';",
      "import { b } from './b.ts';",
      "import { c } from '@sello/one';",
      "import { readFile } from 'node:fs/promises';",
    ].join('\n');
    expect(check(text, { devDependencies: { one: '*' } })).toEqual([]);
  });
});
