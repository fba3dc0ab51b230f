import { beforeAll, describe, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await testDatabase();
  ({ store } = database);
});

const ahead = (ms: number) => new Date(Date.now() + ms);
const hour = 3_600_000;
const buildPerson = (overrides = {}) => ({
  issuer: 'https://issuer.test',
  subject: newId(),
  email: 'ana@example.test',
  emailVerified: true,
  name: 'Ana Quispe',
  ...overrides,
});

describe('users', () => {
  it('are unique per issuer and subject, also with concurrent sign-ins', async () => {
    const person = buildPerson();
    const users = await Promise.all(Array.from({ length: 6 }, () => store.users.signIn(person)));
    expect(new Set(users.map((user) => user._id)).size).toBe(1);
    const other = await store.users.signIn({ ...person, issuer: 'https://other.test' });
    expect(other._id).not.toBe(users[0]!._id);
    const moved = await store.users.signIn({ ...person, email: 'new@example.test' });
    expect(moved).toMatchObject({ _id: users[0]!._id, email: 'new@example.test' });
    expect(await store.users.find(person.issuer, 'nobody')).toBeNull();
  });

  it('keep a new name and the tenant used last', async () => {
    const user = await store.users.signIn(buildPerson());
    const tenantId = newId();
    await store.users.setLastTenant(user._id, tenantId);
    expect(await store.users.rename(user._id, 'Ana María')).toMatchObject({
      name: 'Ana María',
      lastTenantId: tenantId,
    });
  });
});

describe('sessions', () => {
  const open = (userId = newId()) => store.sessions.create({ userId, expiresAt: ahead(hour) });

  const both = (counter: number) => ({ cookie: counter, handle: counter });

  it('rotate by a counter: a recent token gets the current one, an old token ends the session', async () => {
    const { _id } = await open();
    const start = new Date();
    const at = (ms: number) => ({ now: new Date(start.getTime() + ms) });
    const rotate = (counter: number, ms: number) => store.sessions.rotate(_id, both(counter), at(ms));
    expect(await rotate(0, 0)).toMatchObject({ outcome: 'rotated', session: { counter: 1 } });
    const repeated = { outcome: 'repeated', session: { counter: 1 }, withCookie: true };
    expect(await rotate(0, 29_000)).toMatchObject(repeated);
    expect(await rotate(1, 601_000)).toMatchObject({ outcome: 'rotated' });
    expect(await rotate(2, 602_000)).toMatchObject({ outcome: 'rotated' });
    // Its successor came back itself: whoever still shows the older one gets no cookie.
    expect(await rotate(1, 620_000)).toMatchObject({ outcome: 'repeated', withCookie: false });
    expect(await rotate(1, 640_000)).toEqual({ outcome: 'reused' });
    expect(await rotate(3, 641_000)).toEqual({ outcome: 'ended' });
    expect(await store.sessions.get(_id)).toBeNull();
  });

  it('accept a late parent only while its successor was never used', async () => {
    const late = { now: ahead(600_000), network: '198.51.100.0/24' };
    const lost = await open();
    await store.sessions.rotate(lost._id, both(0));
    const repeated = await store.sessions.rotate(lost._id, both(0), late);
    expect(repeated).toMatchObject({ outcome: 'repeated', session: { counter: 1 }, withCookie: true });
    // The cookie arrived, and the body was lost.
    const own = { cookie: 1, handle: 0 };
    expect(await store.sessions.rotate(lost._id, own, late)).toMatchObject({ withCookie: true });
    expect(await store.sessions.rotate(lost._id, both(0), late)).toMatchObject({ withCookie: false });
    expect((await store.sessions.get(lost._id))?.repeats).toEqual({
      count: 3,
      at: late.now,
      network: late.network,
    });
    // The first use of the successor's access token shows that the response did arrive.
    await store.sessions.noteUse((await store.sessions.get(lost._id))!, 1);
    expect(await store.sessions.rotate(lost._id, own, late)).toEqual({ outcome: 'reused' });
  });

  it('end when a cookie comes without its own handle', async () => {
    for (const shown of [
      { cookie: 1, handle: undefined },
      { cookie: 0, handle: undefined },
      { cookie: 0, handle: 1 },
    ]) {
      const { _id } = await open();
      await store.sessions.rotate(_id, both(0));
      expect(await store.sessions.rotate(_id, shown)).toEqual({ outcome: 'mismatched' });
      expect(await store.sessions.get(_id)).toBeNull();
    }
  });

  it('return which of many are open', async () => {
    const [one, two] = [await open(), await open()];
    await store.sessions.end(two._id);
    expect(await store.sessions.openAmong([one._id, two._id, newId()])).toEqual(new Set([one._id]));
    const pair = { tenantId: newId(), userId: newId() };
    await store.members.add(pair.tenantId, { ...pair, userEmail: '', userName: '', role: 'member' });
    const asked = [pair, { tenantId: newId(), userId: pair.userId }, { ...pair, userId: newId() }];
    expect(await store.members.ofMany([...asked, pair])).toMatchObject([pair]);
  });

  it('rotate once for two concurrent calls', async () => {
    const { _id } = await open();
    const rotations = await Promise.all(Array.from({ length: 5 }, () => store.sessions.rotate(_id, both(0))));
    expect(rotations.filter((one) => one.outcome === 'rotated')).toHaveLength(1);
    for (const one of rotations) expect(one).toMatchObject({ session: { counter: 1 } });
  });

  it('refuse a counter that was never issued', async () => {
    const { _id } = await open();
    expect(await store.sessions.rotate(_id, both(7))).toEqual({ outcome: 'reused' });
  });

  it('are redeemed by a code that works once and expires', async () => {
    const code = { hash: newId(), challenge: 'challenge', expiresAt: ahead(300_000) };
    const session = await store.sessions.create({ userId: newId(), expiresAt: ahead(hour), code });
    expect(session).not.toHaveProperty('code');
    expect(await store.sessions.redeemCode(code.hash, { now: ahead(301_000) })).toBeNull();
    const redeemed = await Promise.all([1, 2, 3].map(() => store.sessions.redeemCode(code.hash)));
    const once = { outcome: 'redeemed', session, challenge: 'challenge' };
    expect(redeemed.filter((one) => one?.outcome === 'redeemed')).toEqual([once]);
    expect(await store.sessions.get(session._id)).toBeNull();
  });

  it('are listed once a browser has taken them up, and ended by a second use of its code, which expires', async () => {
    const [userId, hash] = [newId(), newId()];
    const code = { hash, challenge: 'c', expiresAt: ahead(300_000) };
    const session = await store.sessions.create({ userId, expiresAt: ahead(hour), code });
    expect(await store.sessions.list(userId)).toEqual([]);
    await store.sessions.redeemCode(hash);
    expect(await store.sessions.redeemCode(hash, { now: ahead(301_000) })).toBeNull();
    expect(await store.sessions.list(userId)).toEqual([session]);
    expect(await store.sessions.redeemCode(hash)).toEqual({ outcome: 'reused', session });
    expect([await store.sessions.list(userId), await store.sessions.redeemCode(hash)]).toEqual([[], null]);
  });

  it('end one by one, all of a person at once, and by expiry', async () => {
    const userId = newId();
    const [here, there] = [await open(userId), await open(userId)];
    const short = await store.sessions.create({ userId, expiresAt: ahead(1_000) });
    expect(await store.sessions.get(short._id, ahead(2_000))).toBeNull();
    expect((await store.sessions.list(userId)).map((one) => one._id).sort()).toEqual(
      [here._id, there._id, short._id].sort(),
    );
    await store.sessions.end(short._id);
    // A retry after a lost response returns the same ids.
    for (let asked = 0; asked < 2; asked++) {
      const ended = await store.sessions.endAllOf(userId, here._id);
      expect(ended.sort()).toEqual([there._id, short._id].sort());
    }
    expect((await store.sessions.list(userId)).map((one) => one._id)).toEqual([here._id]);
    expect(await store.sessions.endAllOf(userId)).toContain(here._id);
    expect(await store.sessions.list(userId)).toEqual([]);
  });
});

describe('tenants and members', () => {
  const found = async (name = `Academia ${newId()}`) => {
    const owner = { userId: newId(), email: 'owner@example.test', name: 'Owner' };
    const tenant = await store.tenants.create({ name, owner });
    const membership = (await store.members.of(tenant._id, owner.userId))!;
    return { tenant, owner, membership };
  };

  it('an organization has its owner from the start, and its name is unique per person', async () => {
    const { tenant, owner, membership } = await found('Academia Ñandú');
    expect(membership).toMatchObject({ role: 'owner', status: 'active' });
    const { _id, name, nameKey, publicName } = tenant;
    const own = { _id, name, nameKey, publicName };
    const listed = { tenant: own, role: 'owner', joinedAt: membership.joinedAt, isOnlyOwner: true };
    expect(await store.tenants.listOf(owner.userId)).toEqual([listed]);
    await expect(store.tenants.create({ name: 'ACADEMIA NANDU', owner })).rejects.toMatchObject({
      code: 'tenant_name_taken',
    });
    await store.tenants.create({ name: 'Academia Ñandú', owner: { ...owner, userId: newId() } });
  });

  it('creating again with the same id returns the same organization', async () => {
    const wanted = {
      _id: newId(),
      name: 'Escuela',
      owner: { userId: newId(), email: 'owner@example.test', name: 'Owner' },
    };
    const made = await Promise.all([1, 2, 3].map(() => store.tenants.create(wanted)));
    expect(new Set(made.map((one) => one._id))).toEqual(new Set([wanted._id]));
    expect(await store.tenants.create(wanted)).toEqual(made[0]);
    expect(await store.members.list(wanted._id)).toHaveLength(1);
  });

  it('settings change one by one and a logo can be removed', async () => {
    const { tenant } = await found();
    await store.tenants.update(tenant._id, { logoUrl: '/assets/logo.png', showIdNumber: true });
    const changed = await store.tenants.update(tenant._id, { logoUrl: null, publicName: 'Academia' });
    expect(changed).toMatchObject({ name: tenant.name, publicName: 'Academia', showIdNumber: true });
    expect(changed).not.toHaveProperty('logoUrl');
    await expect(store.tenants.update(newId(), {})).rejects.toMatchObject({ code: 'tenant_not_found' });
  });

  it('a person is a member once, and a blocked member sees no organization', async () => {
    const { tenant } = await found();
    const userId = newId();
    const member = { userId, userEmail: 'm@example.test', userName: 'M', role: 'member' as const };
    const added = await store.members.add(tenant._id, member);
    await expect(store.members.add(tenant._id, member)).rejects.toMatchObject({ code: 'already_member' });
    expect(await store.tenants.listOf(userId)).toHaveLength(1);
    await store.members.setStatus(tenant._id, added._id, 'blocked');
    expect(await store.tenants.listOf(userId)).toEqual([]);
  });

  it('a list of organizations names those whose only active owner the person is', async () => {
    const { tenant, owner } = await found();
    const other = { userId: newId(), userEmail: 'o@example.test', userName: 'O', role: 'member' as const };
    const second = await store.members.add(tenant._id, other);
    const onlyOwners = async () =>
      Promise.all(
        [owner.userId, other.userId].map(async (userId) =>
          (await store.tenants.listOf(userId)).map(({ isOnlyOwner }) => isOnlyOwner),
        ),
      );
    expect(await onlyOwners()).toEqual([[true], [false]]);
    await store.members.changeRole(tenant._id, second._id, 'owner');
    expect(await onlyOwners()).toEqual([[false], [false]]);
    await store.members.setStatus(tenant._id, second._id, 'blocked');
    expect(await onlyOwners()).toEqual([[true], []]);
  });

  it('the last owner can be neither demoted, blocked nor removed', async () => {
    const { tenant, membership } = await found();
    const { _id } = membership;
    const last = { code: 'cannot_demote_last_owner' };
    await expect(store.members.changeRole(tenant._id, _id, 'admin')).rejects.toMatchObject(last);
    await expect(store.members.setStatus(tenant._id, _id, 'blocked')).rejects.toMatchObject(last);
    await expect(store.members.remove(tenant._id, _id)).rejects.toMatchObject({
      code: 'cannot_remove_last_owner',
    });
    await expect(store.members.remove(tenant._id, newId())).rejects.toMatchObject({
      code: 'member_not_found',
    });
  });

  it('an owner is changed by nobody who may not change owners, also when just made one', async () => {
    const { tenant } = await found();
    const exceptOwners = { exceptOwners: true };
    const refusal = { code: 'cannot_change_owner' };
    const { _id } = await store.members.add(tenant._id, {
      ...{ userId: newId(), userEmail: '', userName: '', role: 'admin' as const },
    });
    await store.members.changeRole(tenant._id, _id, 'owner');
    const { changeRole, setStatus, remove } = store.members;
    await expect(changeRole(tenant._id, _id, 'member', exceptOwners)).rejects.toMatchObject(refusal);
    await expect(setStatus(tenant._id, _id, 'blocked', exceptOwners)).rejects.toMatchObject(refusal);
    await expect(remove(tenant._id, _id, exceptOwners)).rejects.toMatchObject(refusal);
    // A blocked owner can be an owner again.
    await setStatus(tenant._id, _id, 'blocked');
    await expect(setStatus(tenant._id, _id, 'active', exceptOwners)).rejects.toMatchObject(refusal);
    await changeRole(tenant._id, _id, 'admin');
    expect(await setStatus(tenant._id, _id, 'active', exceptOwners)).toMatchObject({ status: 'active' });
  });

  it('owners who concurrently demote and remove each other leave one owner', async () => {
    const { tenant, membership } = await found();
    const others = await Promise.all(
      [1, 2, 3].map(() =>
        store.members.add(tenant._id, { userId: newId(), userEmail: '', userName: '', role: 'owner' }),
      ),
    );
    const changes = await Promise.allSettled(
      [membership, ...others].map((owner, index) =>
        index % 2 === 0
          ? store.members.changeRole(tenant._id, owner._id, 'member')
          : store.members.remove(tenant._id, owner._id),
      ),
    );
    expect(changes.filter((change) => change.status === 'rejected')).toHaveLength(1);
    expect(await store.members.countOwners(tenant._id)).toBe(1);
  });
});

describe('invites', () => {
  const build = (overrides = {}) => ({
    email: 'Marta@Example.test',
    code: newId().slice(0, 10),
    invitedBy: newId(),
    expiresAt: ahead(hour),
    ...overrides,
  });

  it('are one per e-mail and tenant; inviting again renews the code', async () => {
    const tenantId = newId();
    const [first] = await Promise.all([1, 2, 3].map(() => store.invites.create(tenantId, build())));
    const again = await store.invites.create(tenantId, build({ code: 'ABCDEFGHJK' }));
    expect(again).toMatchObject({ _id: first!._id, email: 'marta@example.test', code: 'ABCDEFGHJK' });
    expect(await store.invites.list(tenantId)).toHaveLength(1);
    expect(await store.invites.acrossTenants.byCode(first!.code)).toBeNull();
  });

  it('are accepted once, by the first person', async () => {
    const tenantId = newId();
    const { _id } = await store.invites.create(tenantId, build());
    const accepted = await Promise.all([1, 2, 3].map(() => store.invites.acrossTenants.accept(_id, newId())));
    expect(accepted.filter((one) => one !== null)).toHaveLength(1);
    expect(await store.invites.revoke(tenantId, _id)).toBe(false);
    expect(await store.invites.list(tenantId)).toEqual([]);
    expect(await store.invites.list(tenantId, { all: true })).toHaveLength(1);
  });

  it('have a letter that is sent by one worker, unless the invite has changed since', async () => {
    const tenantId = newId();
    const letter = () => ({ id: newId(), state: 'queued' as const, at: new Date(), attempts: 0 });
    const make = (email: string) => store.invites.create(tenantId, build({ email, letter: letter() }));
    const invite = await make('one@example.test');
    const begun = await Promise.all([1, 2, 3].map(() => store.invites.beginLetter(tenantId, invite)));
    expect(begun.filter((one) => one !== null)).toHaveLength(1);
    const mine = begun.find((one) => one !== null)!;

    const abandoned = { state: 'unknown' } as const;
    expect(await store.invites.settleLetter(tenantId, invite._id, mine, abandoned)).toBe(true);
    expect(await store.invites.settleLetter(tenantId, invite._id, mine, { state: 'sent' })).toBe(true);
    expect(await store.invites.settleLetter(tenantId, invite._id, mine, abandoned)).toBe(false);

    const again = await make('one@example.test');
    expect(again._id).toBe(invite._id);
    expect(await store.invites.beginLetter(tenantId, invite)).toBeNull();
    expect(await store.invites.settleLetter(tenantId, invite._id, mine, { state: 'sent' })).toBe(false);
    expect(await store.invites.beginLetter(tenantId, again, ahead(2 * hour))).toBeNull();
    await store.invites.revoke(tenantId, again._id);
    expect(await store.invites.beginLetter(tenantId, again)).toBeNull();
    const accepted = await make('two@example.test');
    await store.invites.acrossTenants.accept(accepted._id, newId());
    expect(await store.invites.beginLetter(tenantId, accepted)).toBeNull();
  });

  it('have a letter that is due while no job sends it', async () => {
    const tenantId = newId();
    const letter = { id: newId(), state: 'queued' as const, at: new Date(), attempts: 0 };
    const due = async (ms: number) =>
      (await store.invites.acrossTenants.lettersDue(ahead(ms))).filter((one) => one.tenantId === tenantId);
    const week = ahead(7 * 24 * hour);
    const invite = await store.invites.create(tenantId, build({ letter, expiresAt: week }));
    expect(await due(0)).toEqual([]);
    expect(await due(60_000)).toEqual([invite]);
    const begun = (await store.invites.beginLetter(tenantId, invite))!;
    expect(await due(60_000)).toEqual([]);
    expect(await due(hour)).toHaveLength(1);
    const waiting = { state: 'queued', retryAt: ahead(2 * hour) } as const;
    await store.invites.settleLetter(tenantId, invite._id, begun, waiting);
    expect(await due(hour)).toEqual([]);
    expect(await due(3 * hour)).toHaveLength(1);
    await store.invites.revoke(tenantId, invite._id);
    expect(await due(3 * hour)).toEqual([]);
  });

  it('admit nobody again once the membership that they gave has ended', async () => {
    const owner = { userId: newId(), email: 'owner@example.test', name: 'Owner' };
    const tenant = await store.tenants.create({ name: `Academia ${newId()}`, owner });
    const userId = newId();
    const { _id, code } = await store.invites.create(tenant._id, build());
    const { accept, byCode } = store.invites.acrossTenants;
    await accept(_id, userId);
    expect(await accept(_id, userId)).toMatchObject({ _id, acceptedBy: userId });
    expect(await accept(_id, userId, ahead(2 * hour))).toBeNull();
    expect(await byCode(code, userId)).toMatchObject({ _id });
    const person = { userEmail: 'm@example.test', userName: 'M', role: 'member' as const };
    await store.members.add(tenant._id, { _id, userId, ...person });
    await store.members.remove(tenant._id, _id);
    expect(await accept(_id, userId)).toBeNull();
    expect(await byCode(code, userId)).toBeNull();
  });

  it('are listed for thirty days after they expired, so that they can be sent again', async () => {
    const tenantId = newId();
    const { _id } = await store.invites.create(tenantId, build());
    const listed = async (days: number) =>
      (await store.invites.page(tenantId, { now: ahead(days * 24 * hour) })).items.map((one) => one._id);
    expect(await listed(0)).toEqual([_id]);
    expect(await listed(29)).toEqual([_id]);
    expect(await listed(31)).toEqual([]);
  });

  it('that were revoked or have expired cannot be accepted', async () => {
    const tenantId = newId();
    const email = `${newId()}@example.test`;
    const revoked = await store.invites.create(tenantId, build({ email }));
    expect(await store.invites.revoke(tenantId, revoked._id)).toBe(true);
    expect(await store.invites.acrossTenants.accept(revoked._id, newId())).toBeNull();
    const old = await store.invites.create(tenantId, build({ email }));
    expect(await store.invites.acrossTenants.pendingFor(email.toUpperCase())).toHaveLength(1);
    expect(await store.invites.acrossTenants.pendingFor(email, ahead(2 * hour))).toEqual([]);
    expect(await store.invites.acrossTenants.accept(old._id, newId(), ahead(2 * hour))).toBeNull();
  });
});
