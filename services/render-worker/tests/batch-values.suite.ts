import { batchVariablesOf, builtInTemplates } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { isInstalled, textOf } from '../../../packages/render/tests/outside-tools.ts';
import {
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
} from './fixture.ts';

/** The values of a batch and those of its rows. Runs in a file that has a worker, because each takes seconds to start. */
export function testBatchValues(
  context: () => { fixture: Fixture; fileOf(certId: string): Promise<Buffer> },
): void {
  async function printedBy(batchId: string) {
    const { fixture, fileOf } = context();
    const { items } = await fixture.store.batches.items(fixture.tenantId, batchId);
    const read = async ({ certId = '', fullName, error }: (typeof items)[number]) => {
      const certificate = error ? null : await fixture.store.certificates.get(fixture.tenantId, certId);
      return { fullName, error, certificate, text: certificate ? textOf(await fileOf(certId)) : [] };
    };
    const rows = await Promise.all(items.map(read));
    return rows.sort((one, other) => (one.fullName < other.fullName ? -1 : 1));
  }

  describe.skipIf(!isInstalled('pdftotext'))('the values of a batch', () => {
    it('are printed, a row’s own columns in their place; the certificate’s record has the course', async () => {
      const { fixture } = context();
      const design = buildDesign(
        [
          { ...buildText('course', '{{batch.course}}'), height: 200 },
          buildText('hours', '{{batch.hours}}', 250),
        ],
        {
          variables: [
            { name: 'batch.course', scope: 'batch', label: 'Curso' },
            { name: 'batch.hours', scope: 'batch', optional: true },
          ],
        },
      );
      const template = await addTemplate(fixture.store, fixture.tenantId, 'The template', design);
      const own: Record<string, string>[] = [
        {},
        { COURSE: 'Enfermería' },
        { curso: 'Uno\nDos\nTres\nCuatro', 'batch.hours': '8 horas' },
        { course: '  ' },
      ];
      const students = own.map((custom, index) =>
        buildStudent(index, { fullName: `Row ${index}`, idNumber: `own-${index}`, custom }),
      );
      const items = await addStudents({ ...fixture, ...template }, students);
      const values = { course: 'Farmacia' };
      const { batch } = await followBatch(fixture, () =>
        createBatch(fixture, 'generate', items, undefined, values),
      );
      const rows = await printedBy(batch._id);
      expect(rows.map(({ text }) => text)).toEqual([
        ['Farmacia'],
        ['Enfermería'],
        ['Uno', 'Dos', 'Tres', 'Cuatro', '8 horas'],
        ['Farmacia'],
      ]);
      expect(rows.map(({ certificate }) => certificate!.printed.course)).toEqual([
        ...['Farmacia', 'Enfermería', 'Uno Dos Tres Cuatro', 'Farmacia'],
      ]);
      expect(rows[2]!.certificate!.batchValues).toEqual([
        { name: 'course', value: own[2]!.curso },
        { name: 'hours', value: '8 horas' },
      ]);

      const { batch: without } = await followBatch(fixture, () => createBatch(fixture, 'generate', items));
      expect(without).toMatchObject({ done: 2, failed: 2 });
      expect((await printedBy(without._id))[0]!.error).toMatchObject({
        code: 'variable_unknown',
        details: { variable: 'batch.course' },
      });
    });

    it('are never the samples: no built-in template is issued with them', async () => {
      const { fixture } = context();
      const { store, tenantId } = fixture;
      const builtIns = builtInTemplates('en').filter(({ design }) => design.variables.length > 0);
      const values: Record<string, string> = {};
      const items: Awaited<ReturnType<typeof addStudents>> = [];
      for (const [index, { key, design }] of builtIns.entries()) {
        const template = await addTemplate(store, tenantId, key, design);
        for (const { key: name, required } of batchVariablesOf(design).values()) {
          if (required) values[name] = name === 'course' ? 'Own course' : '7';
        }
        const columns = design.variables.filter(({ scope, optional }) => scope === 'student' && !optional);
        const custom = Object.fromEntries(columns.map(({ name }) => [name.slice('custom.'.length), '7']));
        const student = buildStudent(index, {
          fullName: `Built-in ${index}`,
          idNumber: `${key}-own`,
          custom,
        });
        items.push(...(await addStudents({ ...fixture, ...template }, [student])));
      }
      const { batch } = await followBatch(fixture, () =>
        createBatch(fixture, 'generate', items, undefined, values),
      );
      const rows = await printedBy(batch._id);
      expect(rows.flatMap(({ error }) => error ?? [])).toEqual([]);
      const byTemplate = new Map(rows.map((row) => [row.certificate!.templateId, row] as const));
      for (const [index, { key, design }] of builtIns.entries()) {
        const { text, certificate } = byTemplate.get(items[index]!.templateId!)!;
        const page = text.join('\n');
        // A fallback is printed where no value is given, and may be the sample of another variable.
        const fallbacks = new Set(design.variables.map(({ fallback }) => fallback));
        const samples = design.variables
          .flatMap(({ sample }) => sample.split(/[;|]/))
          // The month of issue may be that of a sample.
          .filter((one) => one.length > 3 && !fallbacks.has(one) && !/^\p{L}+ \d{4}$/u.test(one));
        expect([key, samples.filter((sample) => page.includes(sample.trim()))]).toEqual([key, []]);
        const asksCourse = batchVariablesOf(design).has('course');
        expect([key, certificate!.printed.course]).toEqual([key, asksCourse ? 'Own course' : key]);
      }
      // Without values nothing that asks for one is issued.
      const asking = items.filter((_, index) =>
        [...batchVariablesOf(builtIns[index]!.design).values()].some(({ required }) => required),
      );
      const { batch: without } = await followBatch(fixture, () => createBatch(fixture, 'generate', asking));
      expect(without).toMatchObject({ done: 0, failed: asking.length });
    });
  });
}
