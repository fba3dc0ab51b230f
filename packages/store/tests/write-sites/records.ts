import { expect } from 'vitest';
import { newId } from '../../src/index.ts';
import { buildDesign, buildStudent } from '../builders.ts';
import { later, type WriteSites } from './site.ts';

const buildTemplate = (name = 'Diploma') => ({ name, tags: ['t'], design: buildDesign(name) });

const buildFont = () => ({
  ...{ sha256: newId(), key: `fonts/${newId()}`, size: 1, fileName: 'f.ttf', characters: 1 },
  ...{ family: 'Own', weight: 400, italic: false, licensedBy: newId() },
});
const buildAsset = () => ({ sha256: newId(), key: `assets/${newId()}`, size: 1, mediaType: 'image/png' });

const buildLogo = () => {
  const key = `assets/${newId()}`;
  return { ...buildAsset(), key, logoKey: key, use: 'logo' as const };
};

const buildSigningCertificate = () => ({
  _id: newId(),
  name: 's',
  algorithm: 'rsa-2048' as const,
  origin: 'generated' as const,
  subject: 'CN=s',
  fingerprint: newId(),
  pem: 'pem',
  params: { reason: '', location: '', contactInfo: '', name: 'n' },
  notBefore: new Date(),
  expiresAt: later(),
  createdBy: newId(),
  sealedKey: 'sealed',
});

const deleted = { userId: 'somebody', deletion: 'once' };

export const recordSites: Record<string, WriteSites> = {
  students: {
    async create(store, cut) {
      const tenantId = newId();
      const _id = newId();
      const made = await cut((it) => it.students.create(tenantId, buildStudent(), _id));
      expect((await store.students.list(tenantId)).items).toEqual([made]);
      expect(made).toMatchObject({ _id });
    },
    async update(store, cut) {
      const tenantId = newId();
      const { _id } = await store.students.create(tenantId, buildStudent({ email: 'a@example.test' }));
      await cut((it) => it.students.update(tenantId, _id, buildStudent({ fullName: 'Changed' })));
      const changed = await store.students.get(tenantId, _id);
      expect(changed).toMatchObject({ fullName: 'Changed' });
      expect(changed).not.toHaveProperty('email');
    },
    async saveMany(store, cut) {
      const tenantId = newId();
      const { _id } = await store.students.create(tenantId, buildStudent());
      const add = [1, 2, 3].map((n) => buildStudent({ fullName: `Added ${n}`, idNumber: '' }));
      const update = [{ studentId: _id, fields: buildStudent({ fullName: 'Updated' }) }];
      // One second later, because the rows of an import sort by its time.
      const importId = (Number.parseInt(_id.slice(0, 8), 16) + 1).toString(16) + _id.slice(8);
      expect(
        await cut((it) => it.students.saveMany(tenantId, { add, update }, { importId, rows: [0, 1, 2] })),
      ).toEqual({
        added: 3,
        updated: 1,
      });
      const { items } = await store.students.list(tenantId, { sort: 'createdAt' });
      expect(items.map((one) => one.fullName)).toEqual(['Updated', 'Added 1', 'Added 2', 'Added 3']);
    },
  },

  trash: {
    async put(store, cut) {
      const tenantId = newId();
      const { _id } = await store.students.create(tenantId, buildStudent());
      await cut((it) => it.trash.put(tenantId, [_id], deleted));
      expect(await store.students.count(tenantId)).toBe(0);
      expect((await store.trash.list(tenantId)).items).toMatchObject([
        { _id, fullName: buildStudent().fullName },
      ]);
    },
    async 'put, of a student whose restore was interrupted'(store, cut) {
      const tenantId = newId();
      const { _id } = await store.students.create(tenantId, buildStudent());
      await store.trash.put(tenantId, [_id], deleted);
      await store.students.create(tenantId, buildStudent({ fullName: 'Newer' }), _id);
      await cut((it) => it.trash.put(tenantId, [_id], deleted));
      expect(await store.students.count(tenantId)).toBe(0);
      expect((await store.trash.list(tenantId)).items).toMatchObject([{ _id, fullName: 'Newer' }]);
    },
    async restore(store, cut) {
      const tenantId = newId();
      const student = await store.students.create(tenantId, buildStudent());
      await store.trash.put(tenantId, [student._id], deleted);
      await cut((it) => it.trash.restore(tenantId, { ids: [student._id] }));
      expect(await store.students.get(tenantId, student._id)).toEqual(student);
      expect((await store.trash.list(tenantId)).items).toEqual([]);
    },
    async deleteForever(store, cut) {
      const tenantId = newId();
      const { _id } = await store.students.create(tenantId, buildStudent());
      await store.trash.put(tenantId, [_id], deleted);
      await cut((it) => it.trash.deleteForever(tenantId, { ids: [_id] }));
      expect((await store.trash.list(tenantId)).items).toEqual([]);
    },
    async 'deleteForever, of all'(store, cut) {
      const tenantId = newId();
      const ids = [newId(), newId()];
      for (const _id of ids) await store.students.create(tenantId, buildStudent(), _id);
      await store.trash.put(tenantId, ids, deleted);
      await cut((it) => it.trash.deleteForever(tenantId, 'all'));
      expect((await store.trash.list(tenantId)).items).toEqual([]);
    },
    async 'acrossTenants.removeOlder'(store, cut) {
      const tenantId = newId();
      const [old, recent] = [newId(), newId()];
      for (const _id of [old, recent]) await store.students.create(tenantId, buildStudent(), _id);
      await store.trash.put(tenantId, [old], { ...deleted, now: new Date(1_000) });
      await store.trash.put(tenantId, [recent], deleted);
      await cut((it) => it.trash.acrossTenants.removeOlder(new Date(2_000)));
      expect((await store.trash.list(tenantId)).items.map(({ _id }) => _id)).toEqual([recent]);
    },
  },

  templates: {
    async create(store, cut) {
      const tenantId = newId();
      const _id = newId();
      expect(await cut((it) => it.templates.create(tenantId, buildTemplate(), _id))).toMatchObject({ _id });
      expect((await store.templates.list(tenantId)).items.map((one) => one._id)).toEqual([_id]);
    },
    async update(store, cut) {
      const tenantId = newId();
      const { _id } = await store.templates.create(tenantId, buildTemplate());
      const save = { rev: 1, saveId: newId() };
      const changed = await cut((it) => it.templates.update(tenantId, _id, buildTemplate('Changed'), save));
      expect(await store.templates.get(tenantId, _id)).toEqual(changed);
      expect(changed).toMatchObject({ name: 'Changed' });
    },
    async setThumbnail(store, cut) {
      const tenantId = newId();
      const { _id } = await store.templates.create(tenantId, buildTemplate());
      await cut((it) => it.templates.setThumbnail(tenantId, _id, 'thumbnails/a'));
      expect(await store.templates.get(tenantId, _id)).toMatchObject({ thumbnailKey: 'thumbnails/a' });
    },
    async deleteMany(store, cut) {
      const tenantId = newId();
      const { _id } = await store.templates.create(tenantId, buildTemplate());
      await cut((it) => it.templates.deleteMany(tenantId, [_id]));
      expect(await store.templates.get(tenantId, _id)).toBeNull();
    },
  },

  revisions: {
    async freeze(store, cut) {
      const tenantId = newId();
      const { _id } = await store.templates.create(tenantId, buildTemplate());
      const frozen = await cut((it) => it.revisions.freeze(tenantId, _id));
      expect(await store.revisions.get(tenantId, frozen!._id)).toEqual(frozen);
      expect(await store.revisions.listOf(tenantId, _id)).toHaveLength(1);
      await cut((it) => it.revisions.freeze(tenantId, _id, { reason: 'named', label: 'Ready' }));
      expect(await store.revisions.listOf(tenantId, _id)).toMatchObject([{ label: 'Ready' }]);
    },
    async prune(store, cut) {
      const tenantId = newId();
      const { _id } = await store.templates.create(tenantId, buildTemplate());
      for (let rev = 1; rev <= 101; rev++) {
        await store.templates.update(tenantId, _id, buildTemplate(`${rev}`), { rev });
        await store.revisions.freeze(tenantId, _id, { reason: 'left' });
      }
      await cut((it) => it.revisions.prune(tenantId, _id));
      expect(await store.revisions.listOf(tenantId, _id)).toHaveLength(100);
    },
    async addPrefix(store, cut) {
      const tenantId = newId();
      const { _id } = await store.templates.create(tenantId, buildTemplate());
      const revision = await store.revisions.freeze(tenantId, _id);
      const prefix = { key: `prefixes/${newId()}`, sha256: 'a'.repeat(64), size: 1 };
      await cut((it) => it.revisions.addPrefix(tenantId, revision._id, prefix));
      expect((await store.revisions.get(tenantId, revision._id))?.prefixes).toEqual([prefix]);
    },
  },

  assets: {
    async put(store, cut) {
      const tenantId = newId();
      const asset = buildAsset();
      const use = 'thumbnail' as const;
      const made = await cut((it) => it.assets.put(tenantId, { ...asset, use }));
      expect(await store.assets.getMany(tenantId, [made!._id])).toEqual([made]);
      await cut((it) => it.assets.put(tenantId, { ...asset, use: 'image' }));
      expect((await store.assets.list(tenantId)).items).toEqual([
        { ...made, use: 'image', also: ['thumbnail'] },
      ]);
    },
    async delete(store, cut) {
      const tenantId = newId();
      const { _id } = await store.assets.put(tenantId, buildAsset());
      await cut((it) => it.assets.delete(tenantId, _id));
      expect(await store.assets.get(tenantId, _id)).toBeNull();
    },
    async 'acrossTenants.deleteThumbnails'(store, cut) {
      const tenantId = newId();
      const { _id } = await store.assets.put(tenantId, { ...buildAsset(), use: 'thumbnail' });
      await cut((it) => it.assets.acrossTenants.deleteThumbnails([_id], later()));
      expect(await store.assets.get(tenantId, _id)).toBeNull();
    },
    async renewLogo(store, cut) {
      const [tenantId, logo] = [newId(), buildLogo()];
      const made = await store.assets.put(tenantId, logo);
      const renewed = await cut((it) => it.assets.renewLogo(tenantId, logo.sha256));
      expect(renewed).toMatchObject({ _id: made._id, unsaved: true });
      expect(await store.assets.acrossTenants.unsavedPictures(renewed!.createdAt, 1_000)).not.toContainEqual(
        expect.objectContaining({ _id: made._id }),
      );
    },
    async keepLogo(store, cut) {
      const [tenantId, logo] = [newId(), buildLogo()];
      const { _id } = await store.assets.put(tenantId, logo);
      expect(await cut((it) => it.assets.keepLogo(tenantId, logo.logoKey))).toBe(true);
      expect(await store.assets.get(tenantId, _id)).not.toHaveProperty('unsaved');
    },
    async keep(store, cut) {
      const tenantId = newId();
      const { _id } = await store.assets.put(tenantId, { ...buildAsset(), use: 'photo' });
      expect(await cut((it) => it.assets.keep(tenantId, 'photo', [_id]))).toEqual(new Set([_id]));
      expect(await store.assets.get(tenantId, _id)).not.toHaveProperty('unsaved');
    },
    async letGo(store, cut) {
      const tenantId = newId();
      const { _id } = await store.assets.put(tenantId, { ...buildAsset(), use: 'photo' });
      await store.assets.keep(tenantId, 'photo', [_id]);
      await cut((it) => it.assets.letGo(tenantId, _id));
      expect(await store.assets.get(tenantId, _id)).toMatchObject({ unsaved: true });
    },
    async 'acrossTenants.beginRemoval'(store, cut) {
      const [tenantId, logo] = [newId(), buildLogo()];
      const { _id } = await store.assets.put(tenantId, logo);
      const begun = await cut((it) => it.assets.acrossTenants.beginRemoval([_id], later()));
      expect(begun).toMatchObject([{ _id, key: logo.key, sweptAt: expect.any(Date) }]);
      expect(await store.assets.bySha256(tenantId, logo.sha256)).toBeNull();
    },
    async 'acrossTenants.endRemoval'(store, cut) {
      const [tenantId, logo] = [newId(), buildLogo()];
      const { _id } = await store.assets.put(tenantId, logo);
      await store.assets.acrossTenants.beginRemoval([_id], later());
      await cut((it) => it.assets.acrossTenants.endRemoval([_id]));
      expect(await store.assets.get(tenantId, _id)).toBeNull();
    },
  },

  fonts: {
    async create(store, cut) {
      const [tenantId, _id] = [newId(), newId()];
      const made = await cut((it) => it.fonts.create(tenantId, buildFont(), _id));
      expect(await store.fonts.list(tenantId)).toEqual([made]);
    },
    async remove(store, cut) {
      const tenantId = newId();
      const { _id, family } = await store.fonts.create(tenantId, buildFont());
      await cut((it) => it.fonts.remove(tenantId, _id));
      expect(await store.fonts.list(tenantId)).toEqual([]);
      // What was issued with it can still be made again.
      expect(await store.fonts.ofFamilies(tenantId, [family])).toMatchObject([{ _id }]);
    },
  },

  catalog: {
    async create(store, cut) {
      const _id = newId();
      const made = await cut((it) => it.catalog.create(buildTemplate(), _id));
      expect(await store.catalog.get(_id)).toEqual(made);
      await store.catalog.deleteMany([_id]);
    },
    async update(store, cut) {
      const { _id } = await store.catalog.create(buildTemplate());
      const save = { rev: 1, saveId: newId() };
      await cut((it) => it.catalog.update(_id, buildTemplate('Changed'), save));
      expect(await store.catalog.get(_id)).toMatchObject({ name: 'Changed' });
      await store.catalog.deleteMany([_id]);
    },
    async upsertBuiltIn(store, cut) {
      const entry = { ...buildTemplate(), key: newId(), language: 'pt' as const };
      await cut((it) => it.catalog.upsertBuiltIn(entry));
      await cut((it) => it.catalog.upsertBuiltIn({ ...entry, name: 'Changed' }));
      const found = (await store.catalog.builtIns('pt')).filter((one) => one.key === entry.key);
      expect(found).toMatchObject([{ name: 'Changed' }]);
      await cut((it) => it.catalog.deleteMany([found[0]!._id]));
      expect(await store.catalog.get(found[0]!._id)).toBeNull();
    },
    async deleteMany(store, cut) {
      const { _id } = await store.catalog.create(buildTemplate());
      await cut((it) => it.catalog.deleteMany([_id]));
      expect(await store.catalog.get(_id)).toBeNull();
    },
  },

  timestampAuthorities: {
    async pin(store, cut) {
      const url = `https://${newId()}.example/`;
      const first = { fingerprint: newId(), pem: 'first' };
      const pinned = await cut((it) => it.timestampAuthorities.pin(url, first));
      expect(pinned).toMatchObject({ host: new URL(url).host, ...first });
      const other = { fingerprint: newId(), pem: 'other' };
      expect(await store.timestampAuthorities.pin(url, other)).toEqual(pinned);
      expect(await store.timestampAuthorities.list()).toContainEqual(pinned);
    },
  },

  signingCertificates: {
    async create(store, cut) {
      const tenantId = newId();
      const given = buildSigningCertificate();
      const made = await cut((it) => it.signingCertificates.create(tenantId, given));
      expect(await store.signingCertificates.list(tenantId)).toEqual([made]);
    },
    async revoke(store, cut) {
      const tenantId = newId();
      const { _id } = await store.signingCertificates.create(tenantId, buildSigningCertificate());
      const now = new Date();
      await cut((it) => it.signingCertificates.revoke(tenantId, _id, now));
      expect(await store.signingCertificates.get(tenantId, _id)).toMatchObject({ revokedAt: now });
    },
    async 'acrossTenants.replaceKey'(store, cut) {
      const tenantId = newId();
      const { _id } = await store.signingCertificates.create(tenantId, buildSigningCertificate());
      const found = (await store.signingCertificates.getWithKey(tenantId, _id))!;
      const former = { ...found, sealedKey: found.sealedKey! };
      // A retry after a lost response passes the earlier record, which is no longer the stored one.
      await cut((it) => it.signingCertificates.acrossTenants.replaceKey(former, 'sealed anew'));
      const sealed = await store.signingCertificates.getWithKey(tenantId, _id);
      expect(sealed).toMatchObject({ sealedKey: 'sealed anew' });
    },
  },
};
