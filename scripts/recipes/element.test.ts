import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedTree, copyTree } from './copied-tree.ts';

const contract = 'packages/contracts/src/design.ts';
const declarations = 'packages/design/src/elements/index.ts';
const painters = 'packages/render/src/elements/index.ts';
// The workspaces that use elements; type-checking everything would take three times as long.
const workspaces = ['packages/contracts/src', 'packages/design/src', 'packages/render/src'];

let tree: CopiedTree;
beforeAll(() => {
  tree = copyTree();
});
afterAll(() => tree.remove());

const filesThatMiss = async (type: string) => {
  const problems = await tree.typeProblems(workspaces);
  expect(problems.filter(({ message }) => !message.includes(type))).toEqual([]);
  return [...new Set(problems.map(({ file }) => file))].sort();
};

describe('a new type of element', () => {
  it('causes type errors only in the lists of declarations and painters', async () => {
    tree.edit(
      contract,
      'const leafElements = [\n',
      `export const stampElement = z.strictObject({
        ...box,
        type: z.literal('stamp'),
        content: z.string().max(80),
        fill: z.string().default('#000000'),
      });

      const leafElements = [
        stampElement,
      `,
    );
    expect(await filesThatMiss('stamp')).toEqual([declarations, painters]);

    tree.write(
      'packages/design/src/elements/stamp/kind.ts',
      `import { defineElement, leaf, noCost, noImages, none, wholeBox } from '../element-kind.ts';
      import { boxBounds } from '../bounds.ts';

      export const stamp = defineElement({
        type: 'stamp',
        texts: (element) => [element.content],
        fill: (element, print) => ({ ...element, content: print(element.content) }),
        fonts: none,
        ...noImages,
        ...leaf,
        bounds: (element) => boxBounds(element),
        cost: noCost,
        problems: none,
        measure: () => wholeBox,
        warnings: none,
        sample: (id) => ({ type: 'stamp', id, x: 0, y: 0, width: 120, height: 40, content: '{{idNumber}}' }),
      });
      `,
    );
    tree.edit(declarations, '\n  text,\n', '\n  text,\n  stamp,\n');
    tree.edit(
      declarations,
      'import { ellipse }',
      "import { stamp } from './stamp/kind.ts';\nimport { ellipse }",
    );
    tree.write(
      'packages/render/src/elements/stamp.ts',
      `import type { ElementOf } from '@sello/contracts';
      import { never, noPassage, nothing, ornament, type Painter } from './painter.ts';

      export const stamp: Painter<ElementOf<'stamp'>, null> = {
        prepare: nothing,
        changesState: never,
        overlaps: never,
        passage: noPassage,
        reading: ornament,
        paint: (element) => element.content,
      };
      `,
    );
    tree.edit(painters, '\n  text,\n', '\n  text,\n  stamp,\n');
    tree.edit(painters, 'import { ellipse }', "import { stamp } from './stamp.ts';\nimport { ellipse }");
    expect(await filesThatMiss('stamp')).toEqual([]);
  });
});
