import { expect } from 'vitest';
import { newId, type Store } from '../../src/index.ts';
import { buildDnsRecord } from '../builders.ts';
import { buildOwner, later, postponeOthers, type WriteSites } from './site.ts';

/** Longer than any test. */
const lease = { leaseMs: 60 * 60_000 };

const buildUser = () => ({
  issuer: 'https://issuer.test',
  subject: newId(),
  email: 'p@example.test',
  emailVerified: true,
  name: 'P',
});

const buildMember = () => ({
  _id: newId(),
  userId: newId(),
  userEmail: 'm@example.test',
  userName: 'M',
  role: 'owner' as const,
});

async function createTenant(store: Store) {
  const owner = buildOwner();
  const { _id: tenantId } = await store.tenants.create({ name: `Academia ${newId()}`, owner });
  return { tenantId, owner };
}

const buildInvite = () => ({
  email: `${newId()}@example.test`,
  code: newId().slice(0, 10),
  invitedBy: newId(),
  expiresAt: later(),
  letter: { id: newId(), state: 'queued' as const, at: new Date(), attempts: 0 },
});

export const peopleSites: Record<string, WriteSites> = {
  users: {
    async signIn(store, cut) {
      const user = buildUser();
      const signedIn = await cut((it) => it.users.signIn(user));
      expect(await store.users.find(user.issuer, user.subject)).toEqual(signedIn);
    },
    async rename(store, cut) {
      const { _id } = await store.users.signIn(buildUser());
      expect(await cut((it) => it.users.rename(_id, 'Renamed'))).toMatchObject({ _id, name: 'Renamed' });
      expect(await store.users.get(_id)).toMatchObject({ name: 'Renamed' });
    },
    async bindSuperAdminAddress(store, cut) {
      const { _id } = await store.users.signIn(buildUser());
      const address = `${_id}@example.test`;
      expect(await cut((it) => it.users.bindSuperAdminAddress(_id, address))).toMatchObject({ _id });
      expect(await store.users.bySuperAdminAddress(address)).toMatchObject({ _id });
    },
    async releaseSuperAdminAddress(store, cut) {
      const { _id } = await store.users.signIn(buildUser());
      const address = `${_id}@example.test`;
      await store.users.bindSuperAdminAddress(_id, address);
      await cut((it) => it.users.releaseSuperAdminAddress(address));
      expect(await store.users.bySuperAdminAddress(address)).toBeNull();
    },
    async setLastTenant(store, cut) {
      const { _id } = await store.users.signIn(buildUser());
      const tenantId = newId();
      await cut((it) => it.users.setLastTenant(_id, tenantId));
      expect(await store.users.get(_id)).toMatchObject({ lastTenantId: tenantId });
    },
  },

  sessions: {
    async noteUse(store, cut) {
      const session = await store.sessions.create({ userId: newId(), expiresAt: later() });
      const { _id: replaces } = await store.sessions.create({ userId: newId(), expiresAt: later() });
      await cut((it) => it.sessions.noteUse({ ...session, replaces }, 3));
      expect(await store.sessions.get(session._id)).toMatchObject({ usedCounter: 3 });
      expect(await store.sessions.get(replaces)).toBeNull();
    },
    async create(store, cut) {
      const userId = newId();
      const session = await cut((it) => it.sessions.create({ userId, expiresAt: later() }));
      expect(await store.sessions.list(userId)).toContainEqual(session);
    },
    async redeemCode(store, cut) {
      const userId = newId();
      const code = { hash: newId(), challenge: 'c', expiresAt: later() };
      const session = await store.sessions.create({ userId, expiresAt: later(), code });
      const redeemed = await cut((it) => it.sessions.redeemCode(code.hash));
      // A code that was redeemed in a lost response stays redeemed: it never works twice.
      expect(['redeemed', 'reused']).toContain(redeemed?.outcome);
      expect(redeemed?.session._id).toBe(session._id);
      expect((await store.sessions.redeemCode(code.hash))?.outcome).not.toBe('redeemed');
      expect(await store.sessions.get(session._id)).toBeNull();
    },
    async rotate(store, cut) {
      const { _id } = await store.sessions.create({ userId: newId(), expiresAt: later() });
      const rotation = await cut((it) => it.sessions.rotate(_id, { cookie: 0, handle: 0 }));
      expect(rotation).toMatchObject({ session: { _id, counter: 1 } });
      expect(await store.sessions.get(_id)).toMatchObject({ counter: 1 });
    },
    async end(store, cut) {
      const { _id } = await store.sessions.create({ userId: newId(), expiresAt: later() });
      await cut((it) => it.sessions.end(_id));
      expect(await store.sessions.get(_id)).toBeNull();
    },
    async endOf(store, cut) {
      const { _id, userId } = await store.sessions.create({ userId: newId(), expiresAt: later() });
      expect(await store.sessions.endOf(newId(), _id)).toBe(false);
      expect(await cut((it) => it.sessions.endOf(userId, _id))).toBe(true);
      expect(await store.sessions.get(_id)).toBeNull();
    },
    async endAllOf(store, cut) {
      const userId = newId();
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push((await store.sessions.create({ userId, expiresAt: later() }))._id);
      const ended = await cut((it) => it.sessions.endAllOf(userId, ids[0]));
      expect(ended?.sort()).toEqual(ids.slice(1).sort());
      expect((await store.sessions.list(userId)).map((one) => one._id)).toEqual([ids[0]]);
    },
    async endAll(store, cut) {
      const people = [newId(), newId()];
      for (const userId of people) await store.sessions.create({ userId, expiresAt: later() });
      await cut((it) => it.sessions.endAll());
      for (const userId of people) expect(await store.sessions.list(userId)).toEqual([]);
    },
  },

  tenants: {
    async create(store, cut) {
      const tenant = { _id: newId(), name: `Academia ${newId()}`, owner: buildOwner() };
      const made = await cut((it) => it.tenants.create(tenant));
      expect(made).toMatchObject({ _id: tenant._id, name: tenant.name });
      expect((await store.tenants.listOf(tenant.owner.userId)).map((one) => one.role)).toEqual(['owner']);
    },
    async update(store, cut) {
      const { tenantId } = await createTenant(store);
      await cut((it) => it.tenants.update(tenantId, { name: 'Changed', logoUrl: null }));
      expect(await store.tenants.get(tenantId)).toMatchObject({ name: 'Changed', nameKey: 'changed' });
    },
  },

  members: {
    async add(store, cut) {
      const { tenantId } = await createTenant(store);
      const member = buildMember();
      const added = await cut((it) => it.members.add(tenantId, member));
      expect(added).toMatchObject(member);
      expect(await store.members.of(tenantId, member.userId)).toEqual(added);
    },
    async changeRole(store, cut) {
      const { tenantId } = await createTenant(store);
      const { _id } = await store.members.add(tenantId, buildMember());
      expect(await cut((it) => it.members.changeRole(tenantId, _id, 'member'))).toMatchObject({
        role: 'member',
      });
      expect(await store.members.countOwners(tenantId)).toBe(1);
    },
    async setStatus(store, cut) {
      const { tenantId } = await createTenant(store);
      const { _id } = await store.members.add(tenantId, buildMember());
      await cut((it) => it.members.setStatus(tenantId, _id, 'blocked'));
      expect(await store.members.get(tenantId, _id)).toMatchObject({ status: 'blocked' });
    },
    async transfer(store, cut) {
      const { tenantId, owner } = await createTenant(store);
      const own = (await store.members.of(tenantId, owner.userId))!;
      const { _id } = await store.members.add(tenantId, buildMember());
      // Asked again after the last write, the first is no owner any more.
      await cut((it) => it.members.transfer(tenantId, own._id, _id), ['cannot_change_owner']);
      expect((await store.members.get(tenantId, _id))?.role).toBe('owner');
      expect((await store.members.get(tenantId, own._id))?.role).toBe('admin');
    },
    async remove(store, cut) {
      const { tenantId, owner } = await createTenant(store);
      const { _id } = await store.members.add(tenantId, buildMember());
      await cut((it) => it.members.remove(tenantId, _id), ['member_not_found']);
      expect((await store.members.list(tenantId)).map((one) => one.userId)).toEqual([owner.userId]);
    },
  },

  invites: {
    async create(store, cut) {
      const tenantId = newId();
      const invite = buildInvite();
      const made = await cut((it) => it.invites.create(tenantId, invite));
      expect(await store.invites.list(tenantId)).toEqual([made]);
      expect(made).toMatchObject(invite);
    },
    async revoke(store, cut) {
      const tenantId = newId();
      const { _id } = await store.invites.create(tenantId, buildInvite());
      expect(await cut((it) => it.invites.revoke(tenantId, _id))).toBe(true);
      expect(await store.invites.acrossTenants.get(_id)).toMatchObject({ state: 'revoked' });
    },
    async beginLetter(store, cut) {
      const tenantId = newId();
      const invite = await store.invites.create(tenantId, buildInvite());
      const begun = await cut((it) => it.invites.beginLetter(tenantId, invite));
      expect(begun).toMatchObject({ id: invite.letter!.id, state: 'sending', attempts: 1 });
      expect(await store.invites.get(tenantId, invite._id)).toMatchObject({ letter: begun });
      expect(await store.invites.beginLetter(tenantId, invite)).toBeNull();
    },
    async settleLetter(store, cut) {
      const tenantId = newId();
      const invite = await store.invites.create(tenantId, buildInvite());
      const begun = (await store.invites.beginLetter(tenantId, invite))!;
      const outcome = { state: 'refused', code: 'email_refused', reply: '550 no' } as const;
      expect(await cut((it) => it.invites.settleLetter(tenantId, invite._id, begun, outcome))).toBe(true);
      expect((await store.invites.get(tenantId, invite._id))!.letter).toMatchObject(outcome);
    },
    async 'acrossTenants.accept'(store, cut) {
      const userId = newId();
      const { _id } = await store.invites.create(newId(), buildInvite());
      const accepted = await cut((it) => it.invites.acrossTenants.accept(_id, userId));
      expect(accepted).toMatchObject({ state: 'accepted', acceptedBy: userId });
      expect(await store.invites.acrossTenants.accept(_id, newId())).toBeNull();
    },
  },

  idempotencyKeys: {
    async begin(store, cut) {
      const scope = { tenantId: newId(), userId: newId() };
      expect(await cut((it) => it.idempotencyKeys.begin(scope, 'key', 'hash', lease))).toEqual({
        outcome: 'fresh',
      });
      expect(await store.idempotencyKeys.begin(scope, 'key', 'hash', lease)).toEqual({ outcome: 'running' });
    },
    async finish(store, cut) {
      const scope = { tenantId: newId(), userId: newId() };
      const answer = { status: 200, body: { id: 1 } };
      await store.idempotencyKeys.begin(scope, 'key', 'hash', lease);
      await cut((it) => it.idempotencyKeys.finish(scope, 'key', answer));
      expect(await store.idempotencyKeys.begin(scope, 'key', 'hash', lease)).toEqual({
        outcome: 'replay',
        answer,
      });
    },
    async abandon(store, cut) {
      const scope = { tenantId: newId(), userId: newId() };
      await store.idempotencyKeys.begin(scope, 'key', 'hash', lease);
      await cut((it) => it.idempotencyKeys.abandon(scope, 'key'));
      expect(await store.idempotencyKeys.begin(scope, 'key', 'hash', lease)).toEqual({ outcome: 'fresh' });
    },
  },

  locks: {
    async take(store, cut) {
      const name = newId();
      expect(await cut((it) => it.locks.take(name, 'one', 20_000))).toBe(true);
      expect(await store.locks.take(name, 'two', 20_000)).toBe(false);
    },
    async renew(store, cut) {
      const name = newId();
      await store.locks.take(name, 'one', 20_000);
      expect(await cut((it) => it.locks.renew(name, 'one', 60_000))).toBe(true);
      expect(await store.locks.take(name, 'two', 20_000, new Date(Date.now() + 40_000))).toBe(false);
    },
    async release(store, cut) {
      const name = newId();
      await store.locks.take(name, 'one', 20_000);
      await cut((it) => it.locks.release(name, 'one'));
      expect(await store.locks.take(name, 'two', 20_000)).toBe(true);
    },
  },

  auditLog: {
    async append(store, cut) {
      const tenantId = newId();
      const entry = { _id: newId(), actorId: newId(), actorName: 'Ana', action: 'a.b' };
      await cut((it) => it.auditLog.append(tenantId, entry));
      expect((await store.auditLog.list(tenantId)).items.map((one) => one._id)).toEqual([entry._id]);
    },
    async 'acrossTenants.append'(store, cut) {
      const tenantIds = [newId(), newId()];
      const entry = { _id: newId(), actorId: newId(), actorName: 'Ana', action: 'a.b' };
      await cut((it) => it.auditLog.acrossTenants.append(tenantIds, entry));
      for (const tenantId of tenantIds) {
        expect((await store.auditLog.list(tenantId)).items.map((one) => one.actorName)).toEqual(['Ana']);
      }
    },
  },

  domains: {
    async add(store, cut) {
      const tenantId = newId();
      const claim = { _id: newId(), domain: `${tenantId}.test`, token: 't', dnsRecords: [] };
      const made = await cut((it) => it.domains.add(tenantId, claim));
      expect(await store.domains.of(tenantId)).toEqual(made);
      expect(made).toMatchObject(claim);
    },
    async remove(store, cut) {
      const { tenantId } = await claimDomain(store);
      await cut((it) => it.domains.remove(tenantId));
      expect(await store.domains.of(tenantId)).toBeNull();
    },
    async 'remove, of a domain of another hosting provider'(store, cut) {
      const { tenantId, _id } = await claimDomain(store, outside);
      await cut((it) => it.domains.remove(tenantId));
      expect(await store.domains.of(tenantId)).toBeNull();
      const due = await store.domains.acrossTenants.hostRemovalsDue({ now: later(60_000), limit: 10_000 });
      expect(due.map((removal) => removal._id)).toContain(_id);
      await store.domains.endHostRemoval(tenantId, _id);
    },
    async updateSettings(store, cut) {
      const { tenantId, _id } = await claimDomain(store);
      await store.domains.recordCheck(tenantId, _id, buildCheck());
      await cut((it) => it.domains.updateSettings(tenantId, { useInEmails: true }));
      expect((await store.domains.of(tenantId))?.settings).toMatchObject({ useInEmails: true });
    },
    async requestCheck(store, cut) {
      const { tenantId, _id } = await claimDomain(store);
      await store.domains.recordCheck(tenantId, _id, { ...buildCheck(), status: 'failed' });
      const asked = await cut((it) => it.domains.requestCheck(tenantId));
      expect(asked).toMatchObject({ status: 'pending', misses: 0 });
      expect(await store.domains.of(tenantId)).toEqual(asked);
    },
    async recordCheck(store, cut) {
      const { tenantId, _id } = await claimDomain(store);
      const check = buildCheck();
      const { nextCheckAt: _, ...noted } = check;
      expect(await cut((it) => it.domains.recordCheck(tenantId, _id, check))).toMatchObject(noted);
      expect(await store.domains.of(tenantId)).toMatchObject({ verifiedAt: check.checkedAt });
    },
    async replaceRecords(store, cut) {
      const { tenantId, ...claim } = await claimDomain(store);
      const dnsRecords = [buildDnsRecord({ name: 'other' })];
      await cut((it) => it.domains.replaceRecords(tenantId, claim, dnsRecords));
      expect(await store.domains.of(tenantId)).toMatchObject({ dnsRecords });
    },
    async setHosting(store, cut) {
      const { tenantId, _id } = await claimDomain(store);
      const hosting = { state: 'failed' as const, provider: 'outside', at: new Date() };
      await cut((it) => it.domains.setHosting(tenantId, _id, hosting));
      expect(await store.domains.of(tenantId)).toMatchObject({ hosting });
    },
    async noteAnswers(store, cut) {
      const { tenantId, _id } = await claimDomain(store);
      const record = { type: 'TXT' as const, name: 'n', purpose: 'ownership' as const };
      const answers = [{ ...record, answer: { at: new Date(), reason: 'timeout' as const } }];
      await cut((it) => it.domains.noteAnswers(tenantId, _id, answers));
      // An answer whose response was lost may be kept twice.
      const [kept] = await store.domains.answers(tenantId, _id);
      expect(new Set(kept!.answers!.map(({ reason }) => reason))).toEqual(new Set(['timeout']));
    },
    async endHostRemoval(store, cut) {
      const { tenantId, _id } = await removedHost(store);
      await cut((it) => it.domains.endHostRemoval(tenantId, _id));
      const due = await store.domains.acrossTenants.hostRemovalsDue({ now: later(60_000), limit: 10_000 });
      expect(due.map((removal) => removal._id)).not.toContain(_id);
    },
    async 'acrossTenants.hostRemovalsDue'(store, cut) {
      const { tenantId, _id } = await removedHost(store);
      const ask = { now: later(60_000), limit: 10_000 };
      const taken = await cut((it) => it.domains.acrossTenants.hostRemovalsDue(ask));
      const again = await store.domains.acrossTenants.hostRemovalsDue({ ...ask, now: later(600_000) });
      expect([...(taken ?? []), ...again].map((removal) => removal._id)).toContain(_id);
      await store.domains.endHostRemoval(tenantId, _id);
    },
    async 'acrossTenants.due'(store, cut) {
      await postponeOthers();
      const { tenantId, _id } = await claimDomain(store);
      const now = later(1_000);
      const ask = { now, limit: 10_000, leaseMs: 60_000 };
      const taken = await cut((it) => it.domains.acrossTenants.due(ask));
      // A domain that was leased in a lost response is due again when the lease expires.
      const again = await store.domains.acrossTenants.due({ ...ask, now: later(62_000) });
      expect([...(taken ?? []), ...again].map((one) => one._id)).toContain(_id);
      await store.domains.remove(tenantId);
    },
  },
};

const outside = { state: 'configured' as const, provider: 'outside', at: new Date() };

async function claimDomain(store: Store, hosting?: typeof outside) {
  const tenantId = newId();
  const claim = { domain: `${tenantId}.test`, token: 't', dnsRecords: [] };
  return store.domains.add(tenantId, { ...claim, ...(hosting && { hosting }) });
}

/** A domain of another provider that was deleted. */
async function removedHost(store: Store) {
  const { tenantId, _id } = await claimDomain(store, outside);
  await store.domains.remove(tenantId);
  return { tenantId, _id };
}

const buildCheck = () => ({
  status: 'verified' as const,
  dnsRecords: [buildDnsRecord({ state: 'correct', reason: 'correct', found: ['v'] })],
  misses: 0,
  nextCheckAt: null,
  checkedAt: new Date(),
});
