import { batchesApi, certificatesApi, studentsApi, templatesApi } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** What a request to generate certificates may contain. Runs in a file that has a stack, because each takes seconds. */
export function testGenerateRequests(context: () => { stack: TestStack; academy: Academy }): void {
  describe('a request to generate', () => {
    it('refuses requests that cannot be issued as given', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const [one] = await academy.addStudents('Sin plantilla');
      const other = { _id: 'e'.repeat(24), templateId };
      const generate = (body: object) =>
        ana.call(certificatesApi, 'generate', { tenant, body: body as never });
      const one_ = { bulk: true, students: [{ _id: one, templateId }] };
      await expect(generate({ bulk: true, students: [{ _id: one }] })).rejects.toMatchObject({
        code: 'template_missing',
      });
      await expect(generate({ templateId: 'f'.repeat(24), student: { _id: one } })).rejects.toMatchObject({
        code: 'template_not_found',
      });
      await expect(generate({ templateId, student: other })).rejects.toMatchObject({
        code: 'student_not_found',
      });
      const sign = (digitalSigning: object) =>
        generate({ ...one_, digitalSigning: { enabled: true, ...digitalSigning } });
      await expect(sign({ method: 'third-party' })).rejects.toMatchObject({
        code: 'third_party_coming_soon',
      });
      await expect(sign({ method: 'self-signed' })).rejects.toMatchObject({ code: 'certificate_required' });
      await expect(sign({ certificateId: 'f'.repeat(24) })).rejects.toMatchObject({
        code: 'certificate_not_found',
      });
    });

    it('accepts a single student’s template, ids in either case, and signing in either place of the body', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const [one] = await academy.addStudents('Sin elegir');
      const generate = (body: object) =>
        ana.call(certificatesApi, 'generate', { tenant, body: body as never, isAsync: true });
      await expect(generate({ student: { _id: one } })).rejects.toMatchObject({ code: 'template_missing' });
      const own = { _id: one!, fullName: 'Sin elegir', templateId };
      await ana.call(studentsApi, 'upsert', { tenant, body: own });
      expect(await generate({ student: { _id: one!.toUpperCase() }, options: null })).toHaveProperty(
        'batchId',
      );
      const asked = { digitalSigning: { enabled: true, method: 'third-party' } };
      const single = { student: { _id: one } };
      const many = { bulk: true, students: [{ _id: one }] };
      for (const body of [single, many]) {
        for (const more of [asked, { options: asked }]) {
          await expect(generate({ ...body, ...more })).rejects.toMatchObject({
            code: 'third_party_coming_soon',
          });
        }
      }
    });

    it('takes values of the batch, and refuses a request with a missing or an unknown one', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      const students = await academy.addStudents('Con valores', 'Otra');
      const text = (id: string, content: string) => ({
        ...{ id, type: 'text' as const, x: 20, y: 20, width: 300, height: 40 },
        ...{ fontFamily: 'Newsreader', fontSize: 20, paragraphs: [{ runs: [{ text: content }] }] },
      });
      const elements = [
        text('a', '{{batch.hours}} {{batch.note}}'),
        { ...text('b', '{{batch.hidden}}'), hidden: true },
      ];
      const design = {
        version: 2 as const,
        pages: [{ id: 'p', width: 400, height: 300, elements }],
        variables: [
          { name: 'batch.note', scope: 'batch' as const, optional: true },
          { name: 'batch.unused', scope: 'batch' as const },
        ],
      };
      const asking = await ana.call(templatesApi, 'upsert', {
        tenant,
        body: { name: 'Asks for values', tags: [], ...design },
      });
      const total = async () => (await ana.call(batchesApi, 'list', { tenant, query: {} })).total;
      const before = await total();
      const generate = (values: Record<string, string> | undefined, ids = students) =>
        ana.call(certificatesApi, 'generate', {
          tenant,
          body: {
            bulk: true,
            students: ids.map((_id) => ({ _id, templateId: asking._id })),
            ...(values && { values }),
          },
          isAsync: true,
        }) as Promise<{ batchId: string }>;
      for (const values of [undefined, { note: 'n' }, { hours: '  ' }]) {
        await expect(generate(values)).rejects.toMatchObject({
          code: 'batch_value_missing',
          details: { variable: 'batch.hours' },
        });
      }
      for (const name of ['hour', 'hidden', 'batch.hours']) {
        await expect(generate({ hours: '40', [name]: '1' })).rejects.toMatchObject({
          code: 'batch_value_unknown',
          details: { variable: `batch.${name}` },
        });
      }
      const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`v${index}`, 'x']));
      for (const values of [{ hours: '40', 'a b': 'x' }, many]) {
        await expect(generate(values)).rejects.toMatchObject({ code: 'invalid_payload' });
      }
      await expect(generate({ hours: 'x'.repeat(2_001) })).rejects.toMatchObject({
        code: 'batch_value_too_long',
        details: { max: 2_000 },
      });
      await expect(generate({ hours: '\u202e40' })).rejects.toMatchObject({ code: 'text_unreadable' });
      expect(await total()).toBe(before);

      const values = { hours: '40', unused: 'kept' };
      const { batchId } = await generate({ ...values, note: ' ' });
      expect((await stack.store.batches.get(tenant, batchId))!.values).toEqual(values);
      const error = { code: 'glyph_missing' as const, message: 'The font has no “☃”' };
      await stack.store.batches.failUnfinished(tenant, batchId, { from: 0, to: 2 }, error);
      await stack.store.batches.count(tenant, batchId);
      const retry = () => ana.call(batchesApi, 'retry', { tenant, body: { id: batchId } });
      const needsMore = {
        ...design,
        pages: [{ ...design.pages[0]!, elements: [...elements, text('c', '{{batch.more}}')] }],
      };
      let { rev } = asking;
      const save = async (body: typeof design) => {
        const named = { _id: asking._id, name: 'Asks for values', tags: [], rev };
        ({ rev } = await ana.call(templatesApi, 'upsert', { tenant, body: { ...named, ...body } }));
      };
      await save(needsMore);
      await expect(retry()).rejects.toMatchObject({
        code: 'batch_value_missing',
        details: { variable: 'batch.more' },
      });
      await save(design);
      const again = await retry();
      expect((await stack.store.batches.get(tenant, again.batchId))!.values).toEqual(values);
    });
  });
}
