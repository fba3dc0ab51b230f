import { randomBytes } from 'node:crypto';
import { encodeInviteCode, inviteCodeLength, membersApi, writeInviteReference } from '@sello/contracts';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import { ask, type HostAnswer } from './ask-host.ts';
import type { TestStack } from './stack.ts';

/** The way from an organization's own host to the platform's sign-in and back. Runs in a file that has a verified host. */
export function testHandover(context: () => { stack: TestStack; academy: Academy; own: string }): void {
  describe('an invitation on the own host', () => {
    const path = '/auth/v1/handover';
    const cookieOf = ({ headers }: HostAnswer) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const invite = async (email: string) => {
      const { stack, academy } = context();
      return stack.store.invites.create(academy.tenant, {
        ...{ email, code: encodeInviteCode(randomBytes(inviteCodeLength)), invitedBy: academy.ana.user.id },
        expiresAt: new Date(Date.now() + 3_600_000),
      });
    };
    /** Begins on the own host; the browser's cookie there, and the address on the platform. */
    async function begin(goal: string) {
      const { stack, own } = context();
      const headers = { origin: `https://${own}` };
      const answer = await ask(stack.app, own, path, { method: 'POST', headers, json: { goal } });
      return { answer, url: new URL(answer.json().url), cookie: cookieOf(answer) };
    }
    const onPlatform = (url: URL) => ask(context().stack.app, 'localhost', url.pathname + url.search);
    const onOwnHost = (url: URL, cookie: string) =>
      ask(context().stack.app, context().own, url.pathname + url.search, { headers: { cookie } });
    const askBack = (cookie: string, token: string) =>
      ask(context().stack.app, 'localhost', path, {
        ...{ method: 'POST', headers: { cookie, authorization: `Bearer ${token}` } },
      });
    const pageOf = async (inviteId: string, cookie = '') =>
      (
        await ask(context().stack.app, context().own, `/accept-invite/${inviteId}`, {
          headers: { accept: 'text/html', cookie },
        })
      ).text.replaceAll('&quot;', '"');

    it('shows the organization, leads to the platform once, and back to the browser that began', async () => {
      const { stack, own } = context();
      const sent = await invite('dora@example.org');
      const { _id } = sent;
      const link = writeInviteReference(sent);
      expect(await pageOf(link)).toContain(`"invitation":{"goal":"${link}","state":"pending"}`);
      // By the id alone, whether it exists or not, it looks the same.
      for (const id of [_id, '0'.repeat(24)])
        expect(await pageOf(id)).toContain(`"invitation":{"goal":"${id}","state":"pending"}`);
      for (const wrong of [`${_id}${'0'.repeat(32)}`, `${_id}0`, 'x'])
        expect(await pageOf(wrong)).toContain(`"invitation":{"goal":"${wrong}","state":"gone"}`);
      const { answer, url, cookie } = await begin(link);
      expect(url.origin).toBe(stack.app);
      expect(answer.headers['set-cookie']?.[0]).toMatch(/HttpOnly/);
      expect(answer.headers['set-cookie']?.[0]).not.toMatch(/domain=/i);
      const there = await onPlatform(url);
      expect([there.status, there.headers.location]).toEqual([302, `/accept-invite/${link}`]);
      expect((await onPlatform(url)).headers.location).toBe('/onboarding?mode=join');

      const dora = await stack.signIn('dora@example.org');
      const visit = cookieOf(there);
      expect((await askBack(visit, await dora.token())).json()).toEqual({ url: null });
      await dora.call(membersApi, 'accept-invite', { body: { inviteId: _id, userName: 'Dora' } });
      expect((await askBack('', await dora.token())).json()).toEqual({ url: null });
      expect((await askBack(visit, 'nobody')).status).toBe(403);
      const back = new URL((await askBack(visit, await dora.token())).json().url);
      expect(back.origin).toBe(`https://${own}`);
      const home = await onOwnHost(back, cookie);
      expect([home.status, home.headers.location]).toEqual([302, `/accept-invite/${link}`]);
      const joined = home.headers['set-cookie']!.find((line) => line.includes('joined'))!.split(';')[0]!;
      expect(await pageOf(link, joined)).toContain('"state":"joined"');
      expect(await pageOf(link)).toContain('"state":"gone"');
      expect((await onOwnHost(back, cookie)).headers.location).toBe('/');
      // No token of the session was in an address, and none reached the own host.
      for (const address of [url, back]) expect(address.href).not.toContain('.ey');
    });

    it('does not come back to another browser, nor from another site, nor after a minute', async () => {
      const { stack, own, academy } = context();
      const { url, cookie } = await begin('code');
      const visit = cookieOf(await onPlatform(url));
      const other = await begin('code');
      const back = async () => new URL((await askBack(visit, await academy.ana.token())).json().url);
      const stolen = await back();
      expect((await onOwnHost(stolen, other.cookie)).headers.location).toBe('/');
      expect((await onOwnHost(stolen, cookie)).headers.location).toBe('/');
      expect((await onOwnHost(await back(), cookie)).headers.location).toBe('/join');
      // A ticket of one way does not open the other.
      expect((await onOwnHost(other.url, other.cookie)).headers.location).toBe('/');
      for (const origin of [stack.app, 'https://evil.example', `http://${own}`]) {
        const asked = await ask(stack.app, own, path, {
          method: 'POST',
          headers: { origin },
          json: { goal: 'code' },
        });
        expect([origin, asked.status]).toEqual([origin, 403]);
      }
      for (const goal of ['', 'https://evil.example', '../x', 7])
        expect((await ask(stack.app, own, path, { method: 'POST', json: { goal } })).status).toBe(400);

      const redis = new Redis(stack.backings.env.REDIS_URL!);
      const { url: kept } = await begin('code');
      const ticket = kept.searchParams.get('ticket')!;
      const keys = await redis.keys('handover:*');
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) {
        expect(await redis.ttl(key)).toBeLessThanOrEqual(60);
        expect(key + (await redis.get(key))).not.toContain(ticket);
      }
      redis.disconnect();
    });
  });
}
