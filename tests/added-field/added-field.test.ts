import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree, type TreeCopy } from './copy-of-tree.ts';

const declaration = `    phone: optionalField(anyText, {
      wire: true,
      input: orAbsent(lineText(30)),
      form: { control: 'tel', maxLength: 30 },
      csv: {},
      print: { as: 'text' },
      search: true,
      sort: true,
      sample: '+51 999 999 999',
    }),
`;
const labels = { en: 'Phone', es: 'Teléfono', pt: 'Telefone' };
const typesOf = (include: string[], extend: string) =>
  JSON.stringify({ extends: extend, include, exclude: ['**/node_modules'] });

let copy: TreeCopy;
beforeAll(() => {
  copy = copyTree();
  const place = '    /** Days are `YYYY-MM-DD`, never a Date. */\n';
  copy.replace('packages/contracts/src/entities/students.ts', place, declaration + place);
});
afterAll(() => copy.remove());

describe('a field more of a student', () => {
  it('is not complete without its label in every language, and the check says which is missing', async () => {
    const check = await copy.run('scripts/checks/labels.ts');
    expect(check).toEqual({ code: 1, output: 'students.form.phone is missing in en, es, pt\n' });
  });

  it('is complete with its declaration and its labels: it compiles, is imported, kept, listed and printed', async () => {
    for (const [language, label] of Object.entries(labels)) {
      const file = `web/src/i18n/locales/${language}/students.json`;
      const texts = JSON.parse(readFileSync(join(copy.folder, file), 'utf8'));
      copy.write(file, JSON.stringify({ ...texts, form: { ...texts.form, phone: label } }));
    }
    expect(await copy.run('scripts/checks/labels.ts')).toEqual({ code: 0, output: '' });

    const packages = ['contracts', 'design', 'store'].map((name) => `packages/${name}/src`);
    const rows = ['read-row', 'match-rows', 'student-fields'].map(
      (name) => `services/bff/src/api/students/${name}.ts`,
    );
    const places = [...packages, ...rows, 'services/bff/src/views/student.ts'];
    copy.write('types.json', typesOf(places, './tsconfig.base.json'));
    copy.write('web-types.json', typesOf(['web/src'], './web/tsconfig.json'));
    copy.write(
      'tests/added-field/new-field.test.ts',
      readFileSync(join(import.meta.dirname, 'new-field.ts'), 'utf8'),
    );
    const runs = await Promise.all([
      copy.run('node_modules/typescript/bin/tsc', '-p', 'types.json'),
      copy.run('node_modules/typescript/bin/tsc', '-p', 'web-types.json'),
      copy.run(
        'node_modules/vitest/vitest.mjs',
        'run',
        '--testTimeout=60000',
        'tests/added-field/new-field.test.ts',
      ),
    ]);
    for (const { code, output } of runs) expect(code, output).toBe(0);
  });
});
