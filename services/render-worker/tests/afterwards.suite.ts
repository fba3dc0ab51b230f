import { newId, type Store } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { createAfterwards } from '../src/afterwards/afterwards.ts';
import { addStudents, buildStudent, type Fixture, followBatch, log } from './fixture.ts';

/** The e-mails that follow certificates. Runs in a file that has a worker. */
export function testAfterwards(context: () => { fixture: Fixture }): void {
  const spanish = { emails: { language: 'es' as const } };

  async function rows(label: string, emails: readonly (string | undefined)[]) {
    const students = emails.map((email, at) => buildStudent(at, { idNumber: `${label}-${at}`, email }));
    return addStudents(context().fixture, students);
  }
  async function issue(items: Awaited<ReturnType<typeof rows>>, more: object = {}) {
    const { fixture } = context();
    const { batch } = await followBatch(fixture, async () => {
      const { store, queue, tenantId } = fixture;
      const made = await store.batches.create(tenantId, {
        ...{ kind: 'generate', title: 'Farmacia', createdBy: newId(), items, afterwards: spanish },
        ...more,
      });
      const range = (await store.batches.nextChunks(tenantId, made._id, 1))[0]!;
      await queue.enqueue('generate', { tenantId, batchId: made._id, ...range });
      return made;
    });
    return batch;
  }
  const mailOf = async (batchId: string) => {
    const { store, tenantId } = context().fixture;
    const { items } = await store.batches.list(tenantId, { kinds: ['email'] });
    return items.filter(({ after }) => after === batchId);
  };
  /** The end is published before what follows is made. */
  const mailed = async (batchId: string) => {
    await expect.poll(async () => (await mailOf(batchId)).length, { interval: 10 }).toBe(1);
    const { store, tenantId } = context().fixture;
    const [batch] = await mailOf(batchId);
    const { items } = await store.batches.items(tenantId, batch!._id);
    return { batch: batch!, items };
  };
  const made = (batchId: string) => {
    const { store, tenantId } = context().fixture;
    const taken = () => store.batches.takeAfterwards(tenantId, batchId, { leaseMs: 1, now: inAnHour() });
    return expect.poll(taken, { interval: 10 }).toBeNull();
  };
  const inAnHour = () => new Date(Date.now() + 3_600_000);

  describe('the e-mails after certificates', () => {
    it('go to everybody who was issued one and has an address, in the language chosen, and nobody has to ask again', async () => {
      const items = await rows('after', ['ana@example.org', undefined, 'no address', 'luz@example.org']);
      const error = { code: 'template_missing' as const, message: 'x' };
      const batch = await issue([...items, { fullName: 'Nobody', error }]);
      const { batch: mail, items: letters } = await mailed(batch._id);
      expect(mail).toMatchObject({
        ...{ kind: 'email', language: 'es', title: 'Farmacia', createdBy: batch.createdBy, total: 3 },
      });
      const stateOf = new Map(
        letters.map(({ email, state, error: failed }) => [email, failed?.code ?? state]),
      );
      expect(Object.fromEntries(stateOf)).toEqual({
        ...{ 'ana@example.org': 'queued', 'luz@example.org': 'queued', undefined: 'email_invalid' },
      });
      const { items: issued } = await context().fixture.store.batches.items(mail.tenantId, batch._id);
      const certificateOf = new Map(issued.map(({ studentId, certId }) => [studentId, certId]));
      for (const { studentId, certId } of letters) expect(certId).toBe(certificateOf.get(studentId));
    });

    it('are none when nobody has an address, or the batch was cancelled', async () => {
      const { fixture } = context();
      const { store, tenantId } = fixture;
      const nobody = await issue(await rows('unreachable', [undefined, undefined]));
      await made(nobody._id);
      expect(await mailOf(nobody._id)).toEqual([]);

      const items = await rows('stopped', ['a@example.org', 'b@example.org']);
      const stopped = await store.batches.create(tenantId, {
        ...{ kind: 'generate', title: '', createdBy: newId(), items, afterwards: spanish },
      });
      // One is issued already when it is cancelled.
      const range = { from: 0, to: 2 };
      const claim = await store.batches.claim(tenantId, stopped._id, range, { owner: 't', leaseMs: 60_000 });
      await store.batches.cancel(tenantId, stopped._id);
      const [first, second] = claim.items;
      await store.batches.finish(tenantId, stopped._id, [
        { index: first!.index, fence: first!.fence, state: 'done' },
        { index: second!.index, fence: second!.fence, state: 'done' },
      ]);
      const { event } = await store.batches.count(tenantId, stopped._id);
      expect(event).toMatchObject({ state: 'done', done: 2 });
      await createAfterwards({ store, queue: fixture.queue, log }).makeDue();
      expect(await mailOf(stopped._id)).toEqual([]);
    });

    it('leave out certificates that were revoked and students who were deleted before they were written', async () => {
      const { fixture } = context();
      const { store, queue, tenantId } = fixture;
      const items = await rows('meanwhile', ['a@example.org', 'b@example.org', 'c@example.org']);
      const batch = await issue(items, { afterwards: undefined });
      const issued = (await store.batches.items(tenantId, batch._id)).items;
      await store.certificates.revoke(tenantId, issued[0]!.certId!, { userId: newId(), reason: 'x' });
      await store.trash.put(tenantId, [issued[1]!.studentId!], { userId: 'somebody', deletion: 'once' });
      const again = { ...store.batches, takeAfterwards: async () => ({ ...batch, afterwards: spanish }) };
      await createAfterwards({ store: { ...store, batches: again }, queue, log }).make({
        ...{ tenantId, batchId: batch._id, kind: 'generate' },
      });
      const { items: letters } = await mailed(batch._id);
      expect(letters.map(({ studentId }) => studentId)).toEqual([issued[2]!.studentId]);
    });

    it('are none when the organization was deleted after the certificates were issued', async () => {
      const { fixture } = context();
      const { store, queue, tenantId } = fixture;
      const items = await rows('ended', ['a@example.org']);
      const batch = await issue(items, { afterwards: undefined });
      let due = true;
      const batches = {
        ...store.batches,
        takeAfterwards: async () => (due ? { ...batch, afterwards: spanish } : null),
        endAfterwards: async () => {
          due = false;
        },
      };
      await store.tenants.delete(tenantId, { at: new Date(), by: newId(), until: inAnHour() });
      const ended = { tenantId, batchId: batch._id, kind: 'generate' } as const;
      await createAfterwards({ store: { ...store, batches }, queue, log }).make(ended);
      await store.tenants.restore(tenantId);
      expect([due, await mailOf(batch._id)]).toEqual([false, []]);
    });

    const steps = ['takeAfterwards', 'create', 'nextChunks', 'endAfterwards'] as const;
    it.each(steps)('are one to each although who made them died after %s', async (step) => {
      const { fixture } = context();
      const { store, queue, tenantId } = fixture;
      const items = await rows(`died-${step}`, ['a@example.org', 'b@example.org']);
      const batch = await issue(items, { afterwards: undefined });
      let due = true;
      const batches = {
        ...store.batches,
        // As the store does for a batch that something follows; its lease has expired when it is asked again.
        takeAfterwards: async () => (due ? { ...batch, afterwards: spanish } : null),
        endAfterwards: async () => {
          due = false;
        },
        acrossTenants: {
          ...store.batches.acrossTenants,
          afterwardsDue: async () => (due ? [{ tenantId, batchId: batch._id }] : []),
        },
      };
      const dies = {
        ...batches,
        [step]: async (...given: unknown[]) => {
          const act = batches[step] as (...given: unknown[]) => Promise<unknown>;
          if (step !== 'endAfterwards') await act(...given);
          throw new Error('killed');
        },
      } as Store['batches'];
      const dying = createAfterwards({ store: { ...store, batches: dies }, queue, log });
      await dying.make({ tenantId, batchId: batch._id, kind: 'generate' }).catch(() => undefined);
      await createAfterwards({ store: { ...store, batches }, queue, log }).makeDue();
      const { items: letters } = await mailed(batch._id);
      expect(letters.map(({ email }) => email).sort()).toEqual(['a@example.org', 'b@example.org']);
    });
  });
}
