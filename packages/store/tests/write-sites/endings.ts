import { expect } from 'vitest';
import { endedKinds, newId, type Store } from '../../src/index.ts';
import { buildBatch, buildCertificate, buildDesign, buildItems, buildStudent } from '../builders.ts';
import { buildOwner, later, type WriteSites } from './site.ts';

/** An organization whose data is being removed. */
export async function createEnding(store: Store): Promise<string> {
  const { _id } = await store.tenants.create({ name: `Academia ${newId()}`, owner: buildOwner() });
  await store.tenants.delete(_id, { at: new Date(), by: newId(), until: later(-1) });
  await store.tenants.beginRemoval(_id);
  return _id;
}

async function addRevision(store: Store, tenantId: string): Promise<string> {
  const template = await store.templates.create(tenantId, { name: 'T', tags: [], design: buildDesign() });
  return (await store.revisions.freeze(tenantId, template._id))._id;
}

const asset = () => ({ sha256: newId(), key: `assets/${newId()}`, size: 1, mediaType: 'image/png' });

export const endingSites: Record<string, WriteSites> = {
  endings: {
    async 'remove, of people and templates'(store, cut) {
      const tenantId = await createEnding(store);
      await store.students.create(tenantId, buildStudent());
      await addRevision(store, tenantId);
      for (const kind of endedKinds) await cut((it) => it.endings.remove(tenantId, kind));
      expect(await store.students.count(tenantId)).toBe(0);
      expect((await store.templates.list(tenantId)).total).toBe(0);
      expect(await store.members.list(tenantId)).toEqual([]);
    },
    async 'remove, of batches'(store, cut) {
      const tenantId = await createEnding(store);
      const { _id } = await store.batches.create(tenantId, buildBatch({ items: buildItems(3) }));
      await cut((it) => it.endings.remove(tenantId, 'batches'));
      expect((await store.batches.items(tenantId, _id)).items).toEqual([]);
      expect((await store.batches.list(tenantId)).total).toBe(0);
    },
    async forgetKeys(store, cut) {
      const tenantId = await createEnding(store);
      const { _id } = await store.signingCertificates.create(tenantId, {
        ...{ name: 's', algorithm: 'rsa-2048', origin: 'generated', subject: 'CN=s', pem: 'pem' },
        ...{ params: { reason: '', location: '', contactInfo: '', name: 'n' }, notBefore: new Date() },
        ...{ fingerprint: newId(), expiresAt: later(), createdBy: newId(), sealedKey: 'sealed' },
      });
      await cut((it) => it.endings.forgetKeys(tenantId));
      const left = await store.signingCertificates.getWithKey(tenantId, _id);
      expect([left?.pem, left?.sealedKey]).toEqual(['pem', undefined]);
    },
    async forgetThumbnails(store, cut) {
      const tenantId = await createEnding(store);
      const fields = { name: 'T', tags: [], design: buildDesign(), thumbnail: newId(), thumbnailKey: 'k' };
      const { _id: templateId } = await store.templates.create(tenantId, fields);
      const { _id, thumbnailKey } = await store.revisions.freeze(tenantId, templateId);
      expect(thumbnailKey).toBe('k');
      await cut((it) => it.endings.forgetThumbnails(tenantId));
      expect((await store.revisions.get(tenantId, _id))?.thumbnailKey).toBeUndefined();
    },
    async removeRevisions(store, cut) {
      const tenantId = await createEnding(store);
      const printed = await addRevision(store, tenantId);
      const unprinted = await addRevision(store, tenantId);
      await store.certificates.issue(tenantId, [buildCertificate({ revisionId: printed })]);
      const { revisions } = await store.endings.unprintedRevisions(tenantId, '');
      expect(revisions).toEqual([{ _id: unprinted, prefixKeys: [] }]);
      await cut((it) => it.endings.removeRevisions(tenantId, [unprinted]));
      const left = await store.revisions.getMany(tenantId, [printed, unprinted]);
      expect(left.map(({ _id }) => _id)).toEqual([printed]);
    },
    async removeAssets(store, cut) {
      const tenantId = await createEnding(store);
      const { _id } = await store.assets.put(tenantId, asset());
      const photo = await store.assets.put(tenantId, asset());
      await store.certificates.issue(tenantId, [buildCertificate({ photo: photo._id })]);
      const { assets } = await store.endings.unprintedAssets(tenantId, '', new Set());
      expect(assets.map((one) => one._id)).toEqual([_id]);
      await cut((it) => it.endings.removeAssets(tenantId, [_id]));
      expect((await store.assets.getMany(tenantId, [_id, photo._id])).map((one) => one._id)).toEqual([
        photo._id,
      ]);
    },
    async removeFonts(store, cut) {
      const tenantId = await createEnding(store);
      const { _id } = await store.fonts.create(tenantId, {
        ...{ sha256: newId(), key: `fonts/${newId()}`, size: 1, fileName: 'f.ttf', characters: 1 },
        ...{ family: 'Theirs', weight: 400, italic: false, licensedBy: newId() },
      });
      await cut((it) => it.endings.removeFonts(tenantId, [_id]));
      expect(await store.endings.fonts(tenantId)).toEqual([]);
    },
  },
};
