import {
  type Invite,
  invitesApi,
  jobs,
  membersApi,
  tenantsApi,
  writeInviteReference,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { newId } from '@sello/store';
import { expect, it } from 'vitest';
import { outcomeOf, type People } from './people.ts';

/** Invitations by link and by code. */
export function describeJoining(context: () => People): void {
  const invite = async (...emails: string[]): Promise<Invite[]> => {
    const { owner, tenant } = context();
    const body = { tenantId: tenant, emails, language: 'pt' } as const;
    return (await owner.call(membersApi, 'invite', { tenant, body })).invites;
  };
  const stored = async ({ _id }: Invite) => (await context().stack.store.invites.acrossTenants.get(_id))!;
  const redeem = (client: ApiClient, token: string) =>
    outcomeOf(client, invitesApi, 'redeem', { body: { token } });
  const accept = (client: ApiClient, inviteId: string) =>
    outcomeOf(client, membersApi, 'accept-invite', { body: { inviteId } });

  it('is by a letter that waits for a mail-worker, once for each invitation that is sent', async () => {
    const { owner, tenant, queue } = context();
    const before = (await queue.counts())[jobs.invite.queue].waiting;
    const emails = ['Letter@example.org', 'letter@example.org'];
    const body = { tenantId: tenant, emails, language: 'pt' } as const;
    const asked = await owner.call(membersApi, 'invite', { tenant, body });
    expect(asked).toMatchObject({ uninvited: [], repeated: ['letter@example.org'] });
    const [first] = asked.invites;
    expect(asked.invites).toHaveLength(1);
    expect(first).toMatchObject({ email: 'letter@example.org', letter: { state: 'queued' } });
    expect(first!.letter).not.toHaveProperty('id');
    expect((await queue.counts())[jobs.invite.queue].waiting).toBe(before + 1);
    const { letter, code } = await stored(first!);

    expect(first).not.toHaveProperty('code');
    const { items } = await owner.call(membersApi, 'list-invites', { tenant });
    expect(items.find(({ _id }) => _id === first!._id)).toMatchObject({ code });

    const again = await owner.call(membersApi, 'resend-invite', { tenant, body: { inviteId: first!._id } });
    expect(again).toMatchObject({ _id: first!._id, letter: { state: 'queued' } });
    const renewed = await stored(again);
    expect(renewed.letter!.id).not.toBe(letter!.id);
    expect(renewed).toMatchObject({ language: 'pt', state: 'pending' });
    expect((await queue.counts())[jobs.invite.queue].waiting).toBe(before + 2);

    const person = await context().stack.signIn('anybody@example.org');
    expect(await redeem(person, code)).toBe('invalid_invite');
    expect(await outcomeOf(person, invitesApi, 'validate', { query: { token: code } })).toBe(
      'invalid_invite',
    );
    const shown = await person.call(invitesApi, 'validate', { query: { token: renewed.code.toLowerCase() } });
    expect(shown).toEqual({ tenantName: 'Academia' });
    expect(await redeem(person, ` ${renewed.code.slice(0, 5)}-${renewed.code.slice(5)}`)).toBe('ok');
    // Repeated after its answer was lost.
    expect(await redeem(person, renewed.code)).toBe('ok');
    expect(await redeem(context().outsider, renewed.code)).toBe('invalid_invite');
  });

  it('is sent again by a person whatever the mail server said to its letter', async () => {
    const { owner, tenant, stack } = context();
    const [sent] = await invite('put-off@example.org');
    const retryAt = new Date(Date.now() + 600_000);
    for (const outcome of [
      { state: 'queued', reply: '451 4.7.1 Greylisted', retryAt },
      { state: 'refused', code: 'email_refused', reply: '550 5.1.1 No such user' },
      { state: 'unknown', code: 'email_unknown' },
    ] as const) {
      const { letter } = await stored(sent!);
      expect(await stack.store.invites.settleLetter(tenant, sent!._id, letter!, outcome)).toBe(true);
      const { items } = await owner.call(membersApi, 'list-invites', { tenant });
      const { retryAt: due, ...rest } = items.find(({ _id }) => _id === sent!._id)!.letter!;
      const { retryAt: _, ...said } = { retryAt: undefined, ...outcome };
      expect(rest).toMatchObject(said);
      expect(due).toBe('retryAt' in outcome ? retryAt.toISOString() : undefined);
      const body = { inviteId: sent!._id };
      const again = await owner.call(membersApi, 'resend-invite', { tenant, body });
      expect(again.letter).toEqual({ state: 'queued', at: expect.any(String) });
      expect((await stored(again)).letter!.id).not.toBe(letter!.id);
    }
  });

  it('is not sent again to somebody who has joined by the code of another address', async () => {
    const { owner, tenant, stack } = context();
    const [own, other] = await invite('two-addresses@example.org', 'their-other@example.org');
    const person = await stack.signIn('two-addresses@example.org');
    expect(await redeem(person, (await stored(other!)).code)).toBe('ok');
    const { letter } = await stored(own!);
    const again = { tenant, body: { inviteId: own!._id } };
    expect(await outcomeOf(owner, membersApi, 'resend-invite', again)).toBe('already_member');
    expect((await stored(own!)).letter).toEqual(letter);
  });

  it('needs the code, or the invited address', async () => {
    const { outsider, member, owner, tenant, stack } = context();
    for (const [query, code] of [
      [{}, 'token_required'],
      [{ token: 'short' }, 'invalid_invite'],
      [{ token: '0000000000' }, 'invalid_invite'],
    ] as const) {
      expect(await outcomeOf(outsider, invitesApi, 'validate', { query: query as never })).toBe(code);
      expect(await outcomeOf(outsider, invitesApi, 'redeem', { body: query as never })).toBe(code);
    }
    const [sent] = await invite('invited@example.org');
    expect(await accept(outsider, sent!._id)).toBe('invitation_other_address');
    expect(await redeem(outsider, sent!._id)).toBe('invalid_invite');
    expect(await stack.store.members.of(tenant, outsider.user.id)).toBeNull();
    expect(await redeem(member, (await stored(sent!)).code)).toBe('already_member');
    const invited = await stack.signIn('invited@example.org');
    const pending = await invited.call(membersApi, 'my-pending-invites', {});
    expect(pending).toMatchObject([
      {
        ...{ _id: sent!._id, tenantName: 'Academia' },
        ...{ identity: { kind: 'unproven' }, inviter: owner.user.email },
      },
    ]);
    expect(await accept(invited, sent!._id)).toBe('ok');
    expect(await accept(invited, sent!._id)).toBe('ok');
    expect(await invited.call(membersApi, 'my-pending-invites', {})).toEqual([]);
    expect(await stack.store.members.of(tenant, invited.user.id)).toMatchObject({ role: 'member' });
    const late = { tenant, body: { inviteId: sent!._id } };
    expect(await outcomeOf(owner, membersApi, 'revoke-invite', late)).toBe('invalid_invite');
    expect(await outcomeOf(owner, membersApi, 'resend-invite', late)).toBe('invalid_invite');
  });

  it('ends with the membership: an invitation does not bring back who was removed or has left', async () => {
    const { owner, tenant, stack } = context();
    const ends = {
      removed: async (client: ApiClient) => {
        const body = { memberId: (await stack.store.members.of(tenant, client.user.id))!._id };
        await owner.call(membersApi, 'remove-member', { tenant, body });
      },
      left: (client: ApiClient) => client.call(tenantsApi, 'leave', { tenant, body: { tenantId: tenant } }),
    };
    for (const [name, end] of Object.entries(ends)) {
      const email = `${name}@example.org`;
      const [sent] = await invite(email);
      const { code } = await stored(sent!);
      const person = await stack.signIn(email);
      expect(await accept(person, sent!._id)).toBe('ok');
      await end(person);
      const outcomes = await Promise.all([
        accept(person, sent!._id),
        redeem(person, code),
        outcomeOf(person, invitesApi, 'validate', { query: { token: code } }),
      ]);
      expect([name, ...outcomes]).toEqual([name, 'invalid_invite', 'invalid_invite', 'invalid_invite']);
      expect(await stack.store.members.of(tenant, person.user.id)).toBeNull();
      // A further invitation does.
      const [again] = await invite(email);
      expect(await accept(person, again!._id)).toBe('ok');
      expect(await accept(person, sent!._id)).toBe('already_member');
    }
  });

  it('ends when the invitation is revoked or has expired', async () => {
    const { owner, tenant, stack } = context();
    const [revoked] = await invite('revoked@example.org');
    const { code } = await stored(revoked!);
    await owner.call(membersApi, 'revoke-invite', { tenant, body: { inviteId: revoked!._id } });
    const person = await stack.signIn('revoked@example.org');
    expect(await accept(person, revoked!._id)).toBe('invalid_invite');
    expect(await redeem(person, code)).toBe('invalid_invite');
    const expired = await stack.store.invites.create(tenant, {
      ...{ email: 'revoked@example.org', code: 'ABCDEFGHJK', invitedBy: owner.user.id },
      expiresAt: new Date(Date.now() - 1_000),
    });
    expect(await accept(person, expired._id)).toBe('invitation_expired');
    expect(await redeem(person, expired.code)).toBe('invalid_invite');
    const infoAt = async (reference: string) => {
      const info = await fetch(`${stack.app}/api/members?fn=get-invite-info&inviteId=${reference}`);
      return [info.status, await info.json()];
    };
    const seen = [200, { tenantName: 'Academia', state: 'expired' }];
    expect(await infoAt(writeInviteReference(expired))).toEqual(seen);
    // Who knows the id, or counts up from it, learns nothing: not even that there is one.
    const strange = `${expired._id}${'0'.repeat(32)}`;
    for (const reference of [expired._id, strange, `${'0'.repeat(24)}${expired.secret}`]) {
      expect(await infoAt(reference)).toMatchObject([404, { code: 'not_found' }]);
    }
    expect(await infoAt(`${expired._id}${expired.secret}0`)).toMatchObject([404, { code: 'invalid_invite' }]);
  });

  it('once expired stays listed, to be sent again for seven more days or revoked', async () => {
    const { owner, tenant, stack } = context();
    const [sent] = await invite('late@example.org');
    const { code } = await stored(sent!);
    const expire = (email: string, code: string) =>
      stack.store.invites.create(tenant, {
        ...{ email, code, invitedBy: owner.user.id },
        expiresAt: new Date(Date.now() - 1_000),
      });
    const listed = async () => {
      const { items } = await owner.call(membersApi, 'list-invites', { tenant });
      return items.find(({ _id }) => _id === sent!._id);
    };
    await expire('late@example.org', code);
    expect(Date.parse((await listed())!.expiresAt)).toBeLessThan(Date.now());
    const person = await stack.signIn('late@example.org');
    expect(await person.call(membersApi, 'my-pending-invites', {})).toEqual([]);

    const body = { inviteId: sent!._id };
    await owner.call(membersApi, 'resend-invite', { tenant, body });
    const renewed = (await listed())!;
    expect(renewed).toMatchObject({ email: 'late@example.org', letter: { state: 'queued' } });
    expect(renewed.code).not.toBe(code);
    const days = (Date.parse(renewed.expiresAt) - Date.now()) / (24 * 60 * 60_000);
    expect(Math.round(days)).toBe(7);
    expect(await person.call(membersApi, 'my-pending-invites', {})).toMatchObject([{ _id: sent!._id }]);
    expect(await accept(person, sent!._id)).toBe('ok');

    const [next] = await invite('later@example.org');
    await expire('later@example.org', 'ABCDEFGHJM');
    await owner.call(membersApi, 'revoke-invite', { tenant, body: { inviteId: next!._id } });
    const { items } = await owner.call(membersApi, 'list-invites', { tenant });
    expect(items.map(({ _id }) => _id)).not.toContain(next!._id);
  });

  it('needs an address that the identity provider has verified', async () => {
    const { stack } = context();
    const [sent] = await invite('unverified@example.org');
    const person = await stack.signIn('unverified@example.org');
    const user = (await stack.store.users.get(person.user.id))!;
    const { issuer, subject, email, name } = user;
    await stack.store.users.signIn({ issuer, subject, email, name, emailVerified: false });
    expect(await accept(person, sent!._id)).toBe('email_unverified');
    expect(await redeem(person, (await stored(sent!)).code)).toBe('email_unverified');
    expect(await person.call(membersApi, 'my-pending-invites', {})).toEqual([]);
  });

  it('by one code makes one member, however many redeem it at once', async () => {
    const { stack, tenant } = context();
    const [sent] = await invite('raced@example.org');
    const { code } = await stored(sent!);
    const racers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => stack.signIn(`redeemer${place}@example.org`)),
    );
    const before = (await stack.store.members.list(tenant)).length;
    const outcomes = await Promise.all(
      racers.map(async (racer) => {
        const results: string[] = [];
        // Two at once are what one person may have running.
        const work = async () => {
          for (let turn = 0; turn < 5; turn++) results.push(await redeem(racer, code));
        };
        await Promise.all([work(), work()]);
        return results;
      }),
    );
    expect(outcomes.flat()).toHaveLength(100);
    expect(outcomes.filter((results) => results.includes('ok'))).toHaveLength(1);
    const others = outcomes.filter((results) => !results.includes('ok')).flat();
    expect(new Set(others)).toEqual(new Set(['invalid_invite']));
    expect(await stack.store.members.list(tenant)).toHaveLength(before + 1);
  });

  it('by codes is tried ten times a minute by a person, and thirty times from an address', async () => {
    const { stack, strict } = context();
    const tryCode = async (client: ApiClient, address: string, fn = 'validate'): Promise<string> => {
      const token = '0000000000';
      const headers = {
        ...{ authorization: `Bearer ${await client.token()}`, 'x-forwarded-for': address },
        'content-type': 'application/json',
      };
      const response = await fetch(
        `${strict}/api/invites?fn=${fn}${fn === 'validate' ? `&token=${token}` : ''}`,
        { headers, ...(fn === 'redeem' && { method: 'POST', body: JSON.stringify({ token }) }) },
      );
      return ((await response.json()) as { code: string }).code;
    };
    /** A minute's tries are there at once, and again within each minute. */
    const minutesSince = (begun: number) => 1 + (performance.now() - begun) / 60_000;
    const startedAt = performance.now();
    const one = await stack.signIn('guesser0@example.org');
    const tries: string[] = [];
    // By both calls together, from whatever address.
    for (let turn = 0; turn < 24; turn++) {
      tries.push(await tryCode(one, `203.0.113.${turn}`, turn % 2 === 0 ? 'validate' : 'redeem'));
    }
    const admitted = tries.filter((code) => code === 'invalid_invite').length;
    expect(admitted).toBeLessThanOrEqual(10 * minutesSince(startedAt));
    expect(tries.slice(0, 10)).not.toContain('rate_limited');

    const many = await Promise.all([1, 2, 3, 4, 5].map((n) => stack.signIn(`guesser${n}@example.org`)));
    const begunAt = performance.now();
    const outcomes: string[] = [];
    for (let turn = 0; turn < 8; turn++) {
      for (const client of many) outcomes.push(await tryCode(client, '198.51.100.7'));
    }
    expect(outcomes.filter((code) => code === 'invalid_invite').length).toBeLessThanOrEqual(
      30 * minutesSince(begunAt),
    );
    expect(outcomes.slice(0, 30)).not.toContain('rate_limited');
    expect(await tryCode(many[0]!, '198.51.100.8')).toBe('invalid_invite');
  });

  it('is offered to two hundred addresses at once, and to as many within an hour', async () => {
    const { owner, tenant, strict } = context();
    const send = async (count: number, from: number): Promise<number> => {
      const emails = Array.from({ length: count }, (_, place) => `guest${from + place}@example.org`);
      const response = await fetch(`${strict}/api/members?fn=invite`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await owner.token()}`,
          'content-type': 'application/json',
          'x-tenant-id': tenant,
          'x-operation-id': newId(),
        },
        body: JSON.stringify({ tenantId: tenant, emails }),
      });
      return response.status;
    };
    expect(await send(201, 0)).toBe(400);
    expect(await send(110, 0)).toBe(200);
    // An hour's are there again within an hour: of a few minutes on a busy machine, some.
    expect(await send(150, 110)).toBe(429);
    // A refusal takes nothing of what is left.
    expect(await send(2, 110)).toBe(200);
  });
}
