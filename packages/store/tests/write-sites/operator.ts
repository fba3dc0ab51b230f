import { expect } from 'vitest';
import { newCertId, newId, type Store } from '../../src/index.ts';
import { buildMistake } from '../builders.ts';
import { testDatabase } from '../database.ts';
import { createEnding } from './endings.ts';
import { buildOwner, later, type WriteSites } from './site.ts';

async function createTenant(store: Store): Promise<string> {
  return (await store.tenants.create({ name: `Academia ${newId()}`, owner: buildOwner() }))._id;
}

const confirmation = () => ({ by: newId(), at: new Date(), how: 'seen' });
const quota = { perHour: 20, perDay: 100 };

/** What operators write to organizations, besides the writes of the organizations themselves. */
export const tenantSites: WriteSites = {
  async confirm(store, cut) {
    const tenantId = await createTenant(store);
    const given = confirmation();
    await cut((it) => it.tenants.confirm(tenantId, given));
    expect((await store.tenants.get(tenantId))?.confirmation).toEqual(given);
  },
  async withdraw(store, cut) {
    const tenantId = await createTenant(store);
    const { at } = (await store.tenants.confirm(tenantId, confirmation())).confirmation!;
    await cut((it) => it.tenants.withdraw(tenantId), ['organization_not_confirmed']);
    const { confirmation: left, formerIdentities } = (await store.tenants.get(tenantId))!;
    expect(left).toBeUndefined();
    expect(formerIdentities).toMatchObject([{ kind: 'operator', since: at }]);
  },
  async setSignInsPause(store, cut) {
    const tenantId = await createTenant(store);
    await cut((it) => it.tenants.setSignInsPause(tenantId, { by: newId(), reason: 'x' }));
    expect(await store.tenants.listSignInsPaused()).toContain(tenantId);
    await cut((it) => it.tenants.setSignInsPause(tenantId, null));
    expect(await store.tenants.listSignInsPaused()).not.toContain(tenantId);
  },
  async setFirstTimeZone(store, cut) {
    const tenantId = await createTenant(store);
    await cut((it) => it.tenants.setFirstTimeZone(tenantId, 'America/Lima'));
    expect((await store.tenants.get(tenantId))?.timeZone).toBe('America/Lima');
    expect(await store.tenants.setFirstTimeZone(tenantId, 'Asia/Tokyo')).toBe(false);
    expect((await store.tenants.get(tenantId))?.timeZone).toBe('America/Lima');
  },
  async noteLapse(store, cut) {
    const tenantId = await createTenant(store);
    const former = { kind: 'domain', domain: 'a.example', since: new Date(0), lapsedAt: new Date() } as const;
    await cut((it) => it.tenants.noteLapse(tenantId, former));
    expect((await store.tenants.get(tenantId))?.formerIdentities).toEqual([former]);
  },
  async delete(store, cut) {
    const tenantId = await createTenant(store);
    const deletion = { at: new Date(), by: newId(), until: later() };
    await cut((it) => it.tenants.delete(tenantId, deletion));
    expect((await store.tenants.get(tenantId))?.deletion).toEqual(deletion);
  },
  async restore(store, cut) {
    const tenantId = await createTenant(store);
    await store.tenants.delete(tenantId, { at: new Date(), by: newId(), until: later() });
    await cut((it) => it.tenants.restore(tenantId), ['organization_not_deleted']);
    expect((await store.tenants.get(tenantId))?.deletion).toBeUndefined();
  },
  async beginRemoval(store, cut) {
    const tenantId = await createTenant(store);
    await store.tenants.delete(tenantId, { at: new Date(), by: newId(), until: later(-1) });
    await cut((it) => it.tenants.beginRemoval(tenantId));
    await expect(store.tenants.restore(tenantId)).rejects.toMatchObject({ code: 'organization_ended' });
  },
  async endRemoval(store, cut) {
    const tenantId = await createEnding(store);
    await cut((it) => it.tenants.endRemoval(tenantId));
    expect((await store.tenants.get(tenantId))?.deletion?.removedAt).toBeInstanceOf(Date);
  },
  async noteIssuerChange(store, cut) {
    const tenantId = await createTenant(store);
    await cut((it) => it.tenants.noteIssuerChange(tenantId));
    expect((await store.tenants.get(tenantId))?.issuerChanges).toBeGreaterThanOrEqual(1);
  },
};

async function forgetInstallation(): Promise<void> {
  await (await testDatabase()).raw.collection('installation').deleteMany({});
}

export const operatorSites: Record<string, WriteSites> = {
  installation: {
    async create(store, cut) {
      await forgetInstallation();
      expect(await cut((it) => it.installation.create())).toEqual(await store.installation.get());
    },
    async noteMarked(store, cut) {
      await forgetInstallation();
      await store.installation.create();
      await cut((it) => it.installation.noteMarked());
      expect((await store.installation.get())?.markedAt).toBeInstanceOf(Date);
    },
  },
  mistakeReports: {
    async ask(store, cut) {
      const tenantId = newId();
      const report = buildMistake();
      const asked = await cut((it) => it.mistakeReports.ask(tenantId, report));
      expect(asked).toMatchObject({ ...report, tenantId, letter: { state: 'queued', attempts: 0 } });
      expect(await store.mistakeReports.get(tenantId, asked!._id)).toEqual(asked);
    },
    async 'ask, again once its letter has ended'(store, cut) {
      const tenantId = newId();
      const report = buildMistake();
      const asked = await store.mistakeReports.ask(tenantId, report);
      const begun = (await store.mistakeReports.beginLetter(tenantId, asked))!;
      await store.mistakeReports.settleLetter(tenantId, asked._id, begun, { state: 'sent' });
      const again = await cut((it) => it.mistakeReports.ask(tenantId, { ...report, token: 'another' }));
      expect(again).toMatchObject({ _id: asked._id, token: asked.token, letter: { state: 'queued' } });
      expect(again!.letter.id).not.toBe(asked.letter.id);
      expect(await store.mistakeReports.get(tenantId, asked._id)).toEqual(again);
    },
    async beginLetter(store, cut) {
      const tenantId = newId();
      const asked = await store.mistakeReports.ask(tenantId, buildMistake());
      const begun = await cut((it) => it.mistakeReports.beginLetter(tenantId, asked));
      expect(begun).toMatchObject({ id: asked.letter.id, state: 'sending', attempts: 1 });
      expect(await store.mistakeReports.beginLetter(tenantId, asked)).toBeNull();
    },
    async settleLetter(store, cut) {
      const tenantId = newId();
      const asked = await store.mistakeReports.ask(tenantId, buildMistake());
      const begun = (await store.mistakeReports.beginLetter(tenantId, asked))!;
      const outcome = { state: 'refused', code: 'email_refused', reply: '550 no' } as const;
      expect(await cut((it) => it.mistakeReports.settleLetter(tenantId, asked._id, begun, outcome))).toBe(
        true,
      );
      expect((await store.mistakeReports.get(tenantId, asked._id))!.letter).toMatchObject(outcome);
    },
    async 'acrossTenants.confirm'(store, cut) {
      const tenantId = newId();
      const { _id, token } = await store.mistakeReports.ask(tenantId, buildMistake());
      const confirmed = await cut((it) => it.mistakeReports.acrossTenants.confirm(token));
      expect(confirmed).toMatchObject({ _id, confirmedAt: expect.any(Date), letter: { state: 'queued' } });
      expect(await store.mistakeReports.get(tenantId, _id)).toEqual(confirmed);
    },
  },
  reports: {
    async add(store, cut) {
      const tenantId = newId();
      const report = { _id: newId(), certId: newCertId(), text: 'x' };
      await cut((it) => it.reports.add(tenantId, report));
      expect((await store.reports.acrossTenants.list({ tenantId })).items).toMatchObject([report]);
    },
    async 'acrossTenants.close'(store, cut) {
      const tenantId = newId();
      const { certId, at } = await store.reports.add(tenantId, { certId: newCertId(), text: 'x' });
      await cut((it) => it.reports.acrossTenants.close(certId, at, newId()));
      expect((await store.reports.acrossTenants.list({ tenantId })).items[0]?.closedAt).toBeInstanceOf(Date);
    },
  },

  // After a lost response a mail may be counted twice: fewer are sent than allowed, never more.
  mailAccounts: {
    async take(store, cut) {
      const tenantId = newId();
      await cut((it) => it.mailAccounts.take(tenantId, 5, quota));
      const { hour } = (await store.mailAccounts.get(tenantId))!;
      expect([5, 10]).toContain(hour.sent);
    },
    async giveBack(store, cut) {
      const tenantId = newId();
      await store.mailAccounts.take(tenantId, 8, quota);
      await cut((it) => it.mailAccounts.giveBack(tenantId, 1));
      expect([6, 7]).toContain((await store.mailAccounts.get(tenantId))!.hour.sent);
    },
    async noteOutcomes(store, cut) {
      const tenantId = newId();
      await cut((it) => it.mailAccounts.noteOutcomes(tenantId, [true, false]));
      expect([2, 4]).toContain((await store.mailAccounts.get(tenantId))!.outcomes.length);
    },
    async pause(store, cut) {
      const tenantId = newId();
      await cut((it) => it.mailAccounts.pause(tenantId, { by: newId(), reason: 'x' }));
      expect(await store.mailAccounts.acrossTenants.pausedIds()).toContain(tenantId);
    },
    async resume(store, cut) {
      const tenantId = newId();
      await store.mailAccounts.pause(tenantId, { by: newId(), reason: 'x' });
      await cut((it) => it.mailAccounts.resume(tenantId));
      expect((await store.mailAccounts.get(tenantId))?.pause).toBeUndefined();
    },
  },
};
