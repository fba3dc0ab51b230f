import { describe, expect, it } from 'vitest';
import { cycles, wrongEdges } from './graph.ts';
import { importsOf } from './imports.ts';

const at = (file: string, text: string) => importsOf(file, text);

describe('the import graph', () => {
  it('finds imports of values and types, re-exports and dynamic imports', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from '@sello/store';",
      "export * from './c.ts';",
      "import 'reflect-metadata';",
      "const d = await import('fabric');",
      'import {',
      '  e,',
      "} from 'node:fs';",
    ].join('\n');
    expect(
      at('web/src/x.ts', text)
        .map((entry) => entry.specifier)
        .sort(),
    ).toEqual(['./a.ts', './c.ts', '@sello/store', 'fabric', 'node:fs', 'reflect-metadata'].sort());
  });

  it('refuses an edge that is not allowed, type imports included', () => {
    expect(wrongEdges(at('web/src/x.ts', "import type { S } from '@sello/store';"))).toHaveLength(1);
    expect(wrongEdges(at('packages/store/src/x.ts', "import { q } from '@sello/queue';"))).toHaveLength(1);
    expect(wrongEdges(at('packages/render/src/x.ts', "import { d } from '@sello/design';"))).toEqual([]);
    expect(
      wrongEdges(at('services/bff/src/x.ts', "import { d } from '../../mail-worker/src/mail.ts';")),
    ).toHaveLength(1);
  });

  it('allows each library in one place', () => {
    expect(wrongEdges(at('services/bff/src/x.ts', "import { Queue } from 'bullmq';"))).toHaveLength(1);
    expect(wrongEdges(at('packages/queue/src/x.ts', "import { Queue } from 'bullmq';"))).toEqual([]);
    const parser = "import Papa from 'papaparse';";
    expect(wrongEdges(at('packages/kit/src/csv-read.ts', parser))).toEqual([]);
    expect(wrongEdges(at('packages/kit/src/other.ts', parser))).toHaveLength(1);
  });

  it('refuses Node built-ins in workspaces that run in the browser', () => {
    expect(wrongEdges(at('packages/design/src/x.ts', "import { readFile } from 'node:fs';"))).toHaveLength(1);
  });

  it('allows only app to import features, and no feature to import another', () => {
    const from = (file: string, specifier: string) =>
      wrongEdges(at(`web/src/${file}`, `import { x } from '${specifier}';`));
    expect(from('features/students/a.tsx', '../../app/guard/Guard.tsx')).toHaveLength(1);
    expect(from('api/index.ts', '../auth/index.ts')).toHaveLength(1);
    expect(from('ui/a/A.tsx', '../../tenancy/routes.ts')).toHaveLength(1);
    expect(from('features/students/a.tsx', '../verify/b.ts')).toHaveLength(1);
    expect(from('newFolder/a.ts', '../ui/b.ts')).toHaveLength(1);
    expect(from('features/students/form/a.tsx', '../open.ts')).toEqual([]);
    expect(from('features/students/a.tsx', '../../ui/b.ts')).toEqual([]);
    expect(from('app/a.tsx', '../features/verify/b.ts')).toEqual([]);
  });

  it('finds a cycle of type imports', () => {
    const files = new Set(['web/src/a.ts', 'web/src/b.ts']);
    const imports = [
      ...at('web/src/a.ts', "import type { B } from './b.ts';"),
      ...at('web/src/b.ts', "import type { A } from './a.ts';"),
    ];
    expect(cycles(imports, files)).toEqual(['web/src/a.ts → web/src/b.ts → web/src/a.ts']);
  });
});
