import { batchesApi, certificatesApi, type Permission, permissionsOf } from '@sello/contracts';
import { newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** What is asked to follow certificates. Runs in a file that has a stack, because each takes seconds. */
export function testAfterwards(context: () => { stack: TestStack; academy: Academy }): void {
  const spanish = { emails: { language: 'es' as const } };
  const ask = async (afterwards: unknown, named: string[] = []) => {
    const { academy } = context();
    const { ana, tenant, templateId } = academy;
    const ids = named.length > 0 ? named : await academy.addStudents('Con correo');
    const students = ids.map((_id) => ({ _id, templateId }));
    const body = { bulk: true as const, students, afterwards: afterwards as undefined };
    const answer = await ana.call(certificatesApi, 'generate', { tenant, body, isAsync: true });
    return (answer as { batchId: string }).batchId;
  };

  describe('e-mails asked for with certificates', () => {
    it('are kept with the batch, shown with it, and asked for again when it is retried', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      // A row that has failed before it could be issued ends the batch at once.
      const batchId = await ask(spanish, [newId()]);
      const shown = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
      expect(shown.batch).toMatchObject({ state: 'done', failed: 1, afterwards: spanish });
      await expect(ana.call(batchesApi, 'retry', { tenant, body: { id: batchId } })).resolves.toMatchObject({
        batchId: expect.any(String),
      });
      const [again] = (await stack.store.batches.list(tenant)).items;
      expect(again).toMatchObject({ retryOf: batchId, afterwards: spanish });
    });

    it('are refused when they are misspelt, in a language that there is not, or for whoever may send none', async () => {
      const { academy } = context();
      const { ana, tenant } = academy;
      for (const wrong of [{ mails: spanish.emails }, { emails: { language: 'fr' } }, { emails: 'es' }])
        await expect(ask(wrong)).rejects.toMatchObject({ code: 'invalid_payload' });
      const withEmails = await ask(spanish, [newId()]);
      // Every role that may issue may also send, so one is changed here.
      const owner = permissionsOf.owner as Permission[];
      const at = owner.indexOf('emails.send_bulk');
      owner.splice(at, 1);
      try {
        await expect(ask(spanish)).rejects.toMatchObject({ code: 'forbidden' });
        const retry = ana.call(batchesApi, 'retry', { tenant, body: { id: withEmails } });
        await expect(retry).rejects.toMatchObject({ code: 'forbidden' });
        expect(await ask({ emails: null })).toMatch(/^[0-9a-f]{24}$/);
      } finally {
        owner.splice(at, 0, 'emails.send_bulk');
      }
    });

    it('are refused while the organization’s e-mails are paused, and nothing is issued', async () => {
      const { stack, academy } = context();
      const { tenant } = academy;
      const before = (await stack.store.batches.list(tenant, { limit: 1 })).items[0]?._id;
      await stack.store.mailAccounts.pause(tenant, { by: newId(), reason: 'Complaints' });
      await expect(ask(spanish)).rejects.toMatchObject({ code: 'mail_paused' });
      await stack.store.mailAccounts.resume(tenant);
      expect((await stack.store.batches.list(tenant, { limit: 1 })).items[0]?._id).toBe(before);
    });
  });
}
