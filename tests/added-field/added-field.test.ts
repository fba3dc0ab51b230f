import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopiedTree, copyTree } from '../../scripts/recipes/copied-tree.ts';

const declaration = `    phone: optionalField(anyText, {
      wire: true,
      input: orAbsent(lineText(30)),
      form: { control: 'tel', maxLength: 30 },
      column: { width: 90 },
      csv: {},
      print: { as: 'text' },
      search: true,
      sort: true,
      sample: '+51 999 999 999',
    }),
`;
const labels = { en: 'Phone', es: 'Teléfono', pt: 'Telefone' };

let tree: CopiedTree;
beforeAll(() => {
  tree = copyTree();
  const place = '    /** Dates are stored as `YYYY-MM-DD`, not as a Date. */\n';
  tree.edit('packages/contracts/src/entities/students.ts', place, declaration + place);
});
afterAll(() => tree.remove());
const check = () => tree.run('scripts/checks/labels.ts');

describe('a new field of a student', () => {
  it('needs a label in every language, and the check names the missing ones', async () => {
    expect(await check()).toEqual({ code: 1, output: 'students.form.phone is missing in en, es, pt\n' });
  });

  it('is complete with its declaration and labels: it compiles, is imported, stored, listed and printed', async () => {
    for (const [language, label] of Object.entries(labels)) {
      const file = `web/src/i18n/locales/${language}/students.json`;
      const texts = JSON.parse(readFileSync(join(tree.folder, file), 'utf8'));
      tree.write(file, JSON.stringify({ ...texts, form: { ...texts.form, phone: label } }));
    }
    expect(await check()).toEqual({ code: 0, output: '' });

    // Only code that uses the fields of a student; type-checking everything would take three times as long.
    const packages = ['contracts', 'design', 'store'].map((name) => `packages/${name}/src`);
    const rows = ['services/bff/src/api/students/student-fields.ts'];
    const test = 'tests/added-field/new-field.test.ts';
    tree.write(test, readFileSync(join(import.meta.dirname, 'new-field.ts'), 'utf8'));
    const [types, webTypes, run] = await Promise.all([
      tree.typeProblems([...packages, ...rows, 'services/bff/src/views/student.ts']),
      tree.typeProblems(['web/src'], './web/tsconfig.json'),
      tree.run('node_modules/vitest/vitest.mjs', 'run', '--testTimeout=60000', '--project=integration', test),
    ]);
    expect([types, webTypes]).toEqual([[], []]);
    expect(run.code, run.output).toBe(0);
  });
});
