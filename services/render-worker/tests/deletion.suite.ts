import { describe, expect, it } from 'vitest';
import { checkRecords } from '../src/check-store/records.ts';
import { startReport } from '../src/check-store/report.ts';
import { finishDeletions } from '../src/upkeep/deletions/finish-deletions.ts';
import { watching } from './deletion/crash.ts';
import {
  countsOf,
  countValid,
  createEndedOrganization,
  nothingButTheCertificates,
  whatIsLeft,
} from './deletion/ended-organization.ts';
import { createBatch, type Fixture, log } from './fixture.ts';

const { signal } = new AbortController();

/** The removal of deleted organizations. Runs in a file that has a worker. */
export function describeDeletion(context: () => Fixture): void {
  const dependencies = () => {
    const { store, blobs } = context();
    return { store, blobs, progress: { publish: async () => undefined }, log };
  };

  describe('a deleted organization whose 30 days have passed', () => {
    it('loses its data but what verifies its certificates, although it is stopped at every step', async () => {
      const fixture = context();
      const ended = await createEndedOrganization(fixture, 3);
      const before = await countsOf(fixture, ended.tenantId);
      const absent = Object.keys(before).filter((name) => before[name] === 0);
      // These are worked off whatever becomes of the organization.
      expect(absent.sort()).toEqual(['erasures', 'hostRemovals']);
      let stops = 0;
      for (
        let at = 1;
        (await fixture.store.tenants.get(ended.tenantId))?.deletion?.removedAt === undefined;
        at++
      ) {
        const stop = (write: { at: number }) => {
          if (write.at !== at) return;
          stops++;
          throw new Error('stopped');
        };
        const stopping = watching(dependencies(), at % 2 === 0 ? { before: stop } : { after: stop });
        await finishDeletions(stopping, signal).catch((error: Error) =>
          expect(error.message).toBe('stopped'),
        );
        expect(await countValid(fixture, ended), `after stop ${at}`).toBe(3);
        expect(stops).toBeLessThan(100);
      }
      expect(stops).toBeGreaterThan(10);
      expect(await whatIsLeft(fixture, ended)).toEqual(nothingButTheCertificates);
      const report = startReport(false);
      await checkRecords(fixture.store.consistency, report);
      expect(report.examples.filter(({ tenantId }) => tenantId === ended.tenantId)).toEqual([]);
    });

    it('is left alone before, with its batches cancelled, and while an owner has restored it', async () => {
      const fixture = context();
      const { store } = fixture;
      const ended = await createEndedOrganization(fixture, 1);
      const { tenantId } = ended;
      const left = async () => {
        const { batches: _, batchItems: _items, ...counts } = await countsOf(fixture, tenantId);
        return { counts, ...(await whatIsLeft(fixture, ended)) };
      };
      const before = await left();
      const { deletion } = (await store.tenants.get(tenantId))!;
      const early = new Date(deletion!.until.getTime() - 1);
      const { _id } = await createBatch({ ...fixture, tenantId }, 'zip', [{ fullName: 'X', certId: 'none' }]);
      await finishDeletions(dependencies(), signal, early);
      await expect.poll(async () => (await store.batches.get(tenantId, _id))?.endedAt).toBeDefined();
      expect(await left()).toEqual(before);
      expect((await store.tenants.get(tenantId))?.deletion?.removingSince).toBeUndefined();

      await store.tenants.restore(tenantId, early);
      await finishDeletions(dependencies(), signal);
      expect(await left()).toEqual(before);
      for (const remove of [
        () => store.endings.remove(tenantId, 'students'),
        () => store.endings.forgetKeys(tenantId),
      ])
        await expect(remove()).rejects.toMatchObject({ code: 'organization_not_deleted' });
    });
  });
}
