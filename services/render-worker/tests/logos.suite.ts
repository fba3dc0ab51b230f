import { logoKey } from '@sello/contracts';
import { type AssetRecord, newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { sweepLogos } from '../src/upkeep/sweep-logos.ts';
import { type Fixture, log } from './fixture.ts';

const day = 24 * 60 * 60_000;

export function testLogos(context: () => Fixture): void {
  let names = 0;
  /** Uploads as the BFF does, at an earlier moment than whatever is made next. */
  async function upload(tenantId: string): Promise<AssetRecord & { logoKey: string }> {
    const { blobs, store } = context();
    const key = logoKey(tenantId, ++names, 'png');
    await blobs.put(key, Buffer.from(key));
    const facts = { sha256: newId(), size: key.length, mediaType: 'image/png', use: 'logo' as const };
    const asset = await store.assets.put(tenantId, { ...facts, key, logoKey: key });
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(asset.createdAt.getTime());
    return { ...asset, logoKey: key };
  }
  async function create(): Promise<{ tenantId: string; ownerId: string }> {
    const [tenantId, ownerId] = [newId(), newId()];
    const owner = { userId: ownerId, email: `${ownerId}@example.org`, name: 'Ola Owner' };
    await context().store.tenants.create({ _id: tenantId, name: 'Logos', owner });
    return { tenantId, ownerId };
  }
  /** As when the settings are saved. */
  async function save(tenantId: string, { logoKey: key }: { logoKey: string }): Promise<void> {
    const { store } = context();
    expect(await store.assets.keepLogo(tenantId, key)).toBe(true);
    await store.tenants.update(tenantId, { logoUrl: `https://sello.example/${key}` });
  }
  const isStored = async ({ key }: AssetRecord) => (await context().blobs.head(key)) !== undefined;
  const sweep = (now: Date, blobs = context().blobs) =>
    sweepLogos(context().store, blobs, log, new AbortController().signal, now);

  describe('the sweep of logos', () => {
    it('deletes those that were never saved, a day after the upload, and no other', async () => {
      const { store } = context();
      const { tenantId } = await create();
      const unsaved = await upload(tenantId);
      const former = await upload(tenantId);
      const saved = await upload(tenantId);
      const image = await upload(tenantId);
      await store.assets.put(tenantId, { ...image, use: 'image' });
      // As in a restored backup, whose records may be of different moments.
      const unnoted = await upload(tenantId);
      const other = await create();
      await store.tenants.update(other.tenantId, { logoUrl: `/${unnoted.key}` });
      await save(tenantId, former);
      await save(tenantId, saved);
      const deleted = await create();
      const verified = await upload(deleted.tenantId);
      await save(deleted.tenantId, verified);
      const at = new Date();
      await store.tenants.delete(deleted.tenantId, { at, until: at, by: deleted.ownerId });
      const young = await upload(tenantId);

      const all = [unsaved, former, saved, image, unnoted, verified, young];
      await sweep(new Date(young.createdAt.getTime() + day));
      expect(await Promise.all(all.map(isStored))).toEqual([false, true, true, true, true, true, true]);
      const records = await store.assets.getMany(tenantId, [unsaved._id, former._id, young._id]);
      expect(records.map(({ _id }) => _id)).toEqual([former._id, young._id]);

      await sweep(new Date(young.createdAt.getTime() + day + 1));
      expect([await isStored(young), await isStored(saved)]).toEqual([false, true]);
    });

    it('ends what an interrupted one has begun, and nobody can save that logo meanwhile', async () => {
      const { blobs, store } = context();
      const { tenantId } = await create();
      const logo = await upload(tenantId);
      const later = new Date(logo.createdAt.getTime() + day + 1);
      const refusing = { ...blobs, delete: () => Promise.reject(new Error('the object store is away')) };
      await expect(sweep(later, refusing)).rejects.toThrow('away');
      expect(await isStored(logo)).toBe(true);
      expect(await store.assets.keepLogo(tenantId, logo.logoKey)).toBe(false);
      await sweep(later);
      expect([await isStored(logo), await store.assets.get(tenantId, logo._id)]).toEqual([false, null]);
    });
  });
}
