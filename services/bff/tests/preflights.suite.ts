import { preflightKeys } from '@sello/blobs';
import {
  certificatesApi,
  limits,
  newPreflightState,
  type PreflightState,
  serviceLimits,
} from '@sello/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Academy, openAcademy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** Asking for preflights and reading what they found; the test takes the worker's part. */
export function testPreflights(context: () => { stack: TestStack; academy: Academy }): void {
  describe('a preflight', () => {
    let other: Academy;
    beforeAll(async () => {
      other = await openAcademy(context().stack, 'Academia Bruno', 'bruno@example.org');
    });
    afterAll(() => other.close());

    const report = (query: { preflightId: string; [name: string]: string }, { ana, tenant }: Academy) =>
      ana.call(certificatesApi, 'preflight-report', { tenant, query: query as never });

    async function setState(preflightId: string, state: Partial<PreflightState>): Promise<void> {
      const { academy } = context();
      const stored = { ...newPreflightState(3), ...state };
      await academy.blobs.put(
        preflightKeys(academy.tenant, preflightId).state,
        Buffer.from(JSON.stringify(stored)),
      );
    }

    it('answers findings by pages, belongs to its organization, and is gone when it is left', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const ids = await academy.addStudents('Uno', 'Dos', 'Tres');
      const { preflightId, total } = await ana.call(certificatesApi, 'preflight', {
        tenant,
        body: { students: ids.map((_id) => ({ _id, templateId })) },
      });
      expect(total).toBe(3);
      expect(await report({ preflightId }, academy)).toMatchObject({
        state: 'running',
        checked: 0,
        total: 3,
      });

      const keys = preflightKeys(tenant, preflightId);
      const finding = (index: number, kind: string) => ({
        ...{ index, kind, studentId: ids[index]!, fullName: 'Uno' },
      });
      const slices = [
        [finding(0, 'shrunk'), finding(0, 'no_email'), finding(1, 'glyph_missing')],
        [finding(2, 'shrunk'), finding(2, 'no_email')],
      ];
      for (const [place, slice] of slices.entries()) {
        const range = { from: place * 2, to: place === 0 ? 2 : 3 };
        await academy.blobs.put(keys.findings(range), Buffer.from(JSON.stringify(slice)));
      }
      await academy.blobs.put(keys.picture(0), Buffer.from('\x89PNG'));
      await setState(preflightId, {
        ...{ state: 'done', checked: 3, cannot: 1, remarks: 2 },
        slices: [
          {
            ...{ from: 0, to: 2 },
            kinds: [
              { kind: 'shrunk', rows: 1 },
              { kind: 'no_email', rows: 1 },
              { kind: 'glyph_missing', rows: 1 },
            ],
          },
          {
            ...{ from: 2, to: 3 },
            kinds: [
              { kind: 'shrunk', rows: 1 },
              { kind: 'no_email', rows: 1 },
            ],
          },
        ],
      });
      const first = await report({ preflightId, kind: 'shrunk', limit: '1' }, academy);
      expect(first.kinds).toContainEqual({ kind: 'shrunk', rows: 2 });
      expect(first.findings).toMatchObject({ items: [{ index: 0 }], nextCursor: '1' });
      const second = await report({ preflightId, kind: 'shrunk', limit: '1', cursor: '1' }, academy);
      expect(second.findings).toMatchObject({ items: [{ index: 2 }], nextCursor: null });
      const different = await report({ preflightId, group: 'different' }, academy);
      expect(different.findings.items.map(({ index }) => index)).toEqual([0, 2]);
      const all = await report({ preflightId, limit: '4' }, academy);
      expect(all.findings.items.map(({ kind }) => kind)).toEqual([
        ...['shrunk', 'no_email', 'glyph_missing', 'shrunk'],
      ]);
      expect(await report({ preflightId, cursor: '5' }, academy)).toMatchObject({
        findings: { items: [], nextCursor: null },
      });
      const picture = { preflightId, place: '0' };
      const drawn = await ana.fetch(
        `/api/certificates?fn=preflight-picture&preflightId=${preflightId}&place=0`,
        { headers: { 'x-tenant-id': tenant } },
      );
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);

      await expect(report({ preflightId }, other)).rejects.toMatchObject({ code: 'not_found' });
      const foreign = other.ana.call(certificatesApi, 'preflight-picture', {
        ...{ tenant: other.tenant, query: picture },
      });
      await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
      const left = other.ana.call(certificatesApi, 'preflight-leave', {
        ...{ tenant: other.tenant, body: { preflightId } },
      });
      await expect(left).rejects.toMatchObject({ code: 'not_found' });

      await ana.call(certificatesApi, 'preflight-leave', { tenant, body: { preflightId } });
      await expect(report({ preflightId }, academy)).rejects.toMatchObject({ code: 'not_found' });
      const stored: string[] = [];
      for await (const { key } of academy.blobs.list(keys.folder)) stored.push(key);
      expect(stored).toEqual([]);
    });

    it('refuses an empty list, students named twice and values that no template has, and says that no worker is there', async () => {
      const { academy } = context();
      const { ana, tenant, templateId } = academy;
      const [_id] = (await academy.addStudents('Sola')) as [string];
      const ask = (body: object) => ana.call(certificatesApi, 'preflight', { tenant, body: body as never });
      await expect(ask({ students: [] })).rejects.toMatchObject({ code: 'students_required' });
      await expect(ask({ students: Array(limits.bulkStudents + 1).fill({ _id }) })).rejects.toMatchObject({
        code: 'students_required',
      });
      await expect(ask({ students: [{ _id }, { _id }] })).rejects.toMatchObject({ code: 'invalid_payload' });
      const values = { hours: '40' };
      await expect(ask({ students: [{ _id, templateId }], values })).rejects.toMatchObject({
        code: 'batch_value_unknown',
      });
      // By the time it is resolved everybody whom the rule means has gone.
      const selection = { search: 'nobody has this name', madeAt: new Date().toISOString(), count: 1 };
      await expect(ask({ selection })).rejects.toMatchObject({ code: 'students_required' });
      await expect(ask({ selection: { ...selection, search: 'Sola', except: [_id] } })).rejects.toMatchObject(
        {
          code: 'students_required',
        },
      );
      await expect(ask({ selection: { ...selection, search: 'sola', count: 0 } })).rejects.toMatchObject({
        code: 'selection_grew',
      });
      const many = await ask({ selection: { ...selection, search: 'sola' }, templateId });
      expect(many.total).toBe(1);
      await ana.call(certificatesApi, 'preflight-leave', {
        ...{ tenant, body: { preflightId: many.preflightId } },
      });
      // A student or a template that is gone is said of its row.
      const gone = { _id: 'e'.repeat(24), templateId: 'f'.repeat(24) };
      const { preflightId } = await ask({ students: [gone] });
      await setState(preflightId, { at: Date.now() - serviceLimits.preflightStalledMs - 1_000 });
      await expect(report({ preflightId }, academy)).rejects.toMatchObject({ code: 'worker_busy' });
      await expect(report({ preflightId: 'nonsense' }, academy)).rejects.toMatchObject({ code: 'not_found' });
      await ana.call(certificatesApi, 'preflight-leave', { tenant, body: { preflightId } });
    });
  });
}
