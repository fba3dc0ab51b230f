import {
  type BodyOf,
  batchesApi,
  certificatesApi,
  studentsApi,
  templatesApi,
  tenantsApi,
} from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { type Academy, openAcademy } from './academy.ts';
import type { TestStack } from './stack.ts';

type Generate = BodyOf<(typeof certificatesApi.calls)['generate']>;

/** What is asked for once before certificates are issued, and the names of batches. */
export function testBatchValues(context: () => { stack: TestStack; academy: Academy }): void {
  async function templateOf({ ana, tenant }: Academy, name: string): Promise<string> {
    const { items } = await ana.call(templatesApi, 'list', { tenant, query: {} });
    return items.find((one) => one.name === name)!._id;
  }

  describe('the values that templates ask for', () => {
    it('are read with those of the last batch, never with samples, and with the rows that bring their own', async () => {
      const { academy } = context();
      const { ana, tenant } = academy;
      const [completion, diploma, mention] = await Promise.all(
        ['Certificado de finalización', 'Diploma vertical', 'Mención honrosa'].map((name) =>
          templateOf(academy, name),
        ),
      );
      const [first, second] = (await academy.addStudents('Ana', 'Bea')) as [string, string];
      const body = { fullName: 'Caro', idNumber: 'own-1', custom: { CURSO: 'Enfermería' } };
      const third = (await ana.call(studentsApi, 'upsert', { tenant, body }))._id;
      const students = [
        { _id: first, templateId: completion },
        { _id: second, templateId: mention },
        { _id: third, templateId: diploma },
      ];
      const asked = async (some = students) =>
        (await ana.call(certificatesApi, 'batch-values', { tenant, body: { students: some } })).variables;
      const before = await asked();
      expect(before.find(({ key }) => key === 'course')).toEqual({
        ...{ key: 'course', label: 'Curso', kind: 'text', required: true, entry: { as: 'line' } },
        ...{ sample: expect.stringMatching(/./), rows: 2, own: 1 },
      });
      expect(before.find(({ key }) => key === 'hours')).toMatchObject({ required: false, rows: 2, own: 0 });
      expect((await asked(students.slice(1, 2))).some(({ key }) => key === 'course')).toBe(false);

      const generate = async (more: Partial<Generate>, some = students) => {
        const asking = { bulk: true, students: some, ...more } as Generate;
        const answer = await ana.call(certificatesApi, 'generate', { tenant, body: asking, isAsync: true });
        const { batchId } = answer as { batchId: string };
        return (await ana.call(batchesApi, 'get', { tenant, query: { id: batchId, limit: 0 } })).batch;
      };
      await expect(generate({})).rejects.toMatchObject({ code: 'batch_value_missing' });
      // Somebody who brings a course of their own needs none of the batch.
      expect((await generate({}, students.slice(2))).title).toMatch(
        /^Diploma vertical, \d+ de \w+ de \d{4}$/,
      );
      const values = { course: 'Farmacia Hospitalaria', hours: '96 horas' };
      const titles = [];
      for (let count = 0; count < 3; count += 1) titles.push((await generate({ values })).title);
      expect(titles[0]).toMatch(/^Farmacia Hospitalaria, \d+ de \w+ de \d{4}$/);
      expect(titles.slice(1)).toEqual([`${titles[0]} (2)`, `${titles[0]} (3)`]);
      const last = Object.fromEntries((await asked()).map((one) => [one.key, one.last]));
      expect(last).toMatchObject(values);
      expect(last.signatory1).toBeUndefined();
      const elena = { name: 'Elena Duarte', role: 'Directora' };
      const toTenant = { tenant, query: { tenantId: tenant } };
      await ana.call(tenantsApi, 'settings-update', { ...toTenant, body: { signatories: [elena] } });
      const offered = await ana.call(certificatesApi, 'batch-values', { tenant, body: { students } });
      expect(offered.signatories).toEqual([elena]);
      const lines = Object.fromEntries(offered.variables.map((one) => [one.key, one.last]));
      expect(lines).toMatchObject({ ...values, signatory1: elena.name, signatory1Role: elena.role });
      expect(lines.signatory2).toBeUndefined();
      await ana.call(tenantsApi, 'settings-update', { ...toTenant, body: { signatories: [] } });

      expect((await generate({ values, name: '  Aula\n4 ' })).title).toBe('Aula 4');
      expect((await generate({ values, name: '👩‍👩‍👧‍👦'.repeat(120) })).title).toBe('👩‍👩‍👧‍👦'.repeat(120));
      await expect(generate({ values, name: '🎓'.repeat(300) })).rejects.toMatchObject({
        code: 'batch_name_too_long',
        details: { max: 120 },
      });

      const read = (query: object) =>
        ana.call(certificatesApi, 'letter', { tenant, query: { language: 'es', ...query } as never });
      const typed = { templateId: completion!, course: 'Farmacia Hospitalaria' };
      expect((await read({ studentId: first, ...typed })).subject).toContain('Farmacia Hospitalaria');
      expect((await read({ studentId: third, ...typed })).subject).toContain('Enfermería');
      expect((await read({ studentId: first, templateId: completion })).subject).toContain('finalización');
    });

    it('of one organization are not read by another', async () => {
      const { stack, academy } = context();
      const other = await openAcademy(stack, 'Academia Dora', 'dora@example.org');
      try {
        const completion = await templateOf(academy, 'Certificado de finalización');
        const [_id] = (await other.addStudents('Olga')) as [string];
        const body = { students: [{ _id, templateId: completion }] };
        const { variables } = await other.ana.call(certificatesApi, 'batch-values', {
          ...{ tenant: other.tenant, body },
        });
        expect(variables).toEqual([]);
        const columnsOf = ({ ana, tenant }: Academy) => ana.call(studentsApi, 'columns', { tenant });
        expect((await columnsOf(academy)).columns).toContain('CURSO');
        expect(await columnsOf(other)).toEqual({ columns: [] });
        await other.ana.call(studentsApi, 'delete', { tenant: other.tenant, query: { id: _id } });
        expect(await columnsOf(other)).toEqual({ columns: null });
      } finally {
        await other.close();
      }
    });
  });
}
