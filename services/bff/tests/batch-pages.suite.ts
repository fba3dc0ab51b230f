import { batchesApi, certificatesApi, errorMessage, studentsApi } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** What a person reads of past batches, and what can be sent again. Runs in a file that has a stack. */
export function testBatchPages(context: () => { stack: TestStack; academy: Academy }): void {
  /** Sends the certificates of these people; each e-mail ends as `outcomes` says. Returns the batch's id. */
  async function send(ids: string[], outcomes: ('accepted' | 'refused' | 'unknown')[]): Promise<string> {
    const { stack, academy } = context();
    const { ana, tenant } = academy;
    const body = { students: ids.map((_id) => ({ _id })) };
    const started = await ana.call(certificatesApi, 'send-emails', { tenant, body, isAsync: true });
    const { batchId } = started as { batchId: string };
    const { store } = stack;
    await store.batches.nextChunks(tenant, batchId, 1);
    const range = { from: 0, to: ids.length };
    const claim = await store.batches.claim(tenant, batchId, range, { owner: 'test', leaseMs: 20_000 });
    const deliveries = await store.deliveries.open(
      tenant,
      claim.items.map(({ index, certId, email }) => ({
        ...{ batchId, index, certId: certId!, to: email!, language: 'es', messageIdHost: 'sello.test' },
      })),
    );
    for (const [place, { _id }] of deliveries.entries()) {
      await store.deliveries.begin(tenant, _id);
      const said = { code: 250, text: `said ${outcomes[place]}` };
      await store.deliveries.settle(tenant, _id, outcomes[place]!, said);
    }
    await store.batches.finish(
      tenant,
      batchId,
      claim.items.map(({ index, fence }, place) => {
        const delivery = outcomes[place]!;
        if (delivery === 'accepted') return { index, fence, state: 'done', delivery };
        const code = delivery === 'refused' ? ('email_refused' as const) : ('email_unknown' as const);
        return { index, fence, state: 'failed', delivery, error: { code, message: errorMessage(code) } };
      }),
    );
    await store.batches.count(tenant, batchId);
    return batchId;
  }

  describe('past batches', () => {
    it('are listed by kind, state, person and time, with how many e-mails are unknown', async () => {
      const { academy } = context();
      const { ana, tenant } = academy;
      const ids = await academy.addStudents('Una', 'Dos', 'Tres', 'Cuatro');
      const before = new Date();
      const { batchId: issued } = await academy.issue(ids);
      const sent = await send(ids, ['accepted', 'refused', 'unknown', 'unknown']);
      const list = async (query: object) => {
        const from = before.toISOString();
        const { items, total } = await ana.call(batchesApi, 'list', { tenant, query: { from, ...query } });
        expect(total).toBe(items.length);
        return items;
      };
      const idsOf = async (query: object) => (await list(query)).map(({ _id }) => _id);
      expect(await list({})).toMatchObject([
        { _id: sent, failed: 3, unknown: 2 },
        { _id: issued, failed: 0 },
      ]);
      expect(await idsOf({ kind: 'generate' })).toEqual([issued]);
      expect(await idsOf({ state: 'failed' })).toEqual([sent]);
      expect(await idsOf({ state: 'done' })).toEqual([issued]);
      expect(await idsOf({ state: 'running' })).toEqual([]);
      expect(await idsOf({ state: 'cancelled' })).toEqual([]);
      expect(await idsOf({ createdBy: ana.user.id })).toEqual([sent, issued]);
      expect(await idsOf({ createdBy: 'f'.repeat(24) })).toEqual([]);
      expect(await idsOf({ before: before.toISOString() })).toEqual([]);
      const { since, items: people } = await ana.call(batchesApi, 'starters', { tenant });
      expect(new Date(since!).getTime()).toBeLessThanOrEqual(Date.now());
      expect(people).toContainEqual({ _id: ana.user.id, name: expect.stringMatching(/./) });
      for (const query of [{ from: 'yesterday' }, { kind: 'letters' }, { createdBy: '$ne' }])
        await expect(list(query)).rejects.toMatchObject({ status: 400 });
    });

    it('of e-mails show each person’s address, outcome and the server’s words; only a person sends again', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      const ids = await academy.addStudents('Ada', 'Blas', 'Ciro', 'Dina');
      const { batchId: issued } = await academy.issue(ids);
      const id = await send(ids, ['accepted', 'refused', 'unknown', 'unknown']);
      const rowsOf = async (query: object = {}) =>
        (await ana.call(batchesApi, 'get', { tenant, query: { id, ...query } }))!.items;
      expect(await rowsOf()).toMatchObject(
        ['accepted', 'refused', 'unknown', 'unknown'].map((delivery) => ({
          ...{ delivery, email: 'holder@example.org', said: { text: `said ${delivery}` } },
        })),
      );
      for (const outcome of ['accepted', 'refused', 'unsent'])
        expect(await rowsOf({ outcome })).toHaveLength(outcome === 'unsent' ? 0 : 1);
      expect((await rowsOf({ outcome: 'unknown' })).map(({ index }) => index)).toEqual([2, 3]);

      // What may have arrived is repeated by nothing but `resend`.
      const { batchId } = await ana.call(batchesApi, 'retry', { tenant, body: { id } });
      const retried = (await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } }))!;
      expect(retried.items.map(({ fullName }) => fullName)).toEqual(['Blas']);

      const resend = async (body: object) => {
        const answer = await ana.call(batchesApi, 'resend', { tenant, body: { id, ...body } });
        const { items } = (await ana.call(batchesApi, 'get', { tenant, query: { id: answer.batchId } }))!;
        return items.map(({ fullName, state }) => [fullName, state]);
      };
      expect(await resend({ indexes: [1] })).toEqual([['Blas', 'queued']]);
      // One that was accepted is not sent again by its place, nor one that does not exist.
      await expect(resend({ indexes: [0, 99] })).rejects.toMatchObject({ code: 'batch_nothing_to_retry' });
      await ana.call(studentsApi, 'delete', { tenant, query: { id: ids[3]! } });
      expect(await resend({})).toEqual([
        ['Ciro', 'queued'],
        ['Dina', 'failed'],
      ]);
      const kept = { tenant, body: { id: issued } };
      await expect(ana.call(batchesApi, 'resend', kept)).rejects.toMatchObject({
        code: 'batch_nothing_to_retry',
      });
      await stack.store.deliveries.open(
        tenant,
        (await stack.store.batches.items(tenant, id, { indexes: [1] })).items.map(({ certId }) => ({
          ...{ batchId: issued, index: 0, certId: certId!, to: 'holder@example.org' },
          ...{ language: 'es', messageIdHost: 'sello.test' },
        })),
      );
      expect((await rowsOf())[1]).toMatchObject({ again: { state: 'queued', batchId: issued } });
    });
  });
}
