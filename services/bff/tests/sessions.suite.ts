import { errorBody, type PersonSession, personSession } from '@sello/contracts';
import type { Socket } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { cookieName, sessionIdOf, signInAt, userCallAt } from './signing-in.ts';
import type { TestStack } from './stack.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
type SignedIn = Awaited<ReturnType<typeof signInAt>>;

interface SuiteContext {
  stack: TestStack;
  connect: (app: string, auth: object) => Promise<Socket>;
}

/** The calls on one's own sessions. */
export function describeSessions(context: () => SuiteContext): void {
  const send = (from: SignedIn, fn: string, method = 'GET', body?: object): Promise<Response> =>
    fetch(`${context().stack.app}/api/sessions?fn=${fn}`, {
      method,
      headers: {
        authorization: `Bearer ${from.session.access_token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const listOf = async (from: SignedIn): Promise<PersonSession[]> =>
    personSession.array().parse(await (await send(from, 'list')).json());
  const isOpen = async ({ browser, session }: SignedIn) =>
    (await userCallAt(context().stack.app, browser, session.access_token)).status === 200;
  const signIn = (email: string, userAgent?: string) =>
    signInAt(context().stack.app, email, new Browser(userAgent));

  describe('one’s own sessions', () => {
    it('are listed with browser, network and times; another person’s are not', async () => {
      const here = await signIn('rita@example.org', firefox);
      await signIn('rita@example.org', 'curl/8');
      await signIn('somebody@example.org');
      const [last, first] = await listOf(here);
      expect(first).toMatchObject({ browser: 'Firefox', system: 'Linux', current: true });
      expect(last).not.toHaveProperty('browser');
      expect(last).toMatchObject({ network: '127.0.0.0/24', current: false });
      expect(await listOf(here)).toHaveLength(2);
    });

    it('end one by one, and the sockets of the ended one at once', async () => {
      const { stack, connect } = context();
      const here = await signIn('olga@example.org');
      const there = await signIn('olga@example.org', firefox);
      const owner = { userId: here.session.user.id, email: 'olga@example.org', name: 'Olga' };
      const { _id: tenantId } = await stack.store.tenants.create({ name: 'Olga', owner });
      const socket = await connect(stack.app, { token: there.session.access_token, tenantId });
      const end = new Promise((resolve) => socket.once('disconnect', resolve));
      const { id } = (await listOf(here)).find(({ current }) => !current)!;
      expect((await send(here, 'end', 'DELETE', { id })).status).toBe(200);
      expect(await end).toBe('io server disconnect');
      expect([await isOpen(here), await isOpen(there)]).toEqual([true, false]);
      expect(await listOf(here)).toMatchObject([{ current: true }]);
      // The answer may have been lost.
      expect((await send(here, 'end', 'DELETE', { id })).status).toBe(200);
    });

    it('end all at once with a sign-out everywhere, and so do their sockets', async () => {
      const { stack, connect } = context();
      const all = [await signIn('pia@example.org'), await signIn('pia@example.org')];
      const owner = { userId: all[0]!.session.user.id, email: 'pia@example.org', name: 'Pia' };
      const { _id: tenantId } = await stack.store.tenants.create({ name: 'Pia', owner });
      const ends: Promise<unknown>[] = [];
      for (const { session } of all) {
        const socket = await connect(stack.app, { token: session.access_token, tenantId });
        ends.push(new Promise((resolve) => socket.once('disconnect', resolve)));
      }
      const { browser, session } = all[0]!;
      const headers = { authorization: `Bearer ${session.access_token}` };
      await browser.fetch(`${stack.app}/auth/v1/logout?scope=global`, { method: 'POST', headers });
      expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
      expect(await Promise.all(all.map(isOpen))).toEqual([false, false]);
      for (const one of all) expect((await send(one, 'list')).status).toBe(401);
    });

    it('of a browser end when somebody signs in there and uses the new one, whoever it is, and no other does', async () => {
      const { app } = context().stack;
      const browser = new Browser(firefox);
      const elsewhere = await signIn('shared@example.org');
      const first = await signInAt(app, 'shared@example.org', browser);
      const second = await signInAt(app, 'shared@example.org', browser);
      // Its answer may have been lost: until it is used, the former one goes on.
      expect(await isOpen(first)).toBe(true);
      expect(await isOpen(second)).toBe(true);
      expect(await isOpen(first)).toBe(false);
      // Signed out at the issuer, and not here.
      const left = new Browser(firefox);
      left.cookies.set(cookieName, browser.cookies.get(cookieName)!);
      const other = await signInAt(app, 'next-pupil@example.org', left);
      expect(await isOpen(other)).toBe(true);
      expect([await isOpen(second), await isOpen(elsewhere)]).toEqual([false, true]);
      // What is no cookie of ours ends nothing and refuses nothing.
      const forged = await signIn('shared@example.org', firefox);
      forged.browser.cookies.set(cookieName, {
        ...forged.browser.cookies.get(cookieName)!,
        value: `${sessionIdOf(elsewhere.session)}.0.made-up`,
      });
      expect(await isOpen(await signInAt(app, 'shared@example.org', forged.browser))).toBe(true);
      expect(await isOpen(elsewhere)).toBe(true);
    });

    it('are not ended by another person, who is told that there is none', async () => {
      const victim = await signIn('victim@example.org');
      const [{ id } = { id: '' }] = await listOf(victim);
      const thief = await signIn('thief@example.org');
      for (const [body, status, code] of [
        [{ id }, 404, 'not_found'],
        [{ id: 'f'.repeat(24) }, 404, 'not_found'],
        [{ id: { $ne: null } }, 404, 'not_found'],
        [{ id: [id] }, 404, 'not_found'],
        [{}, 400, 'missing_id'],
      ] as const) {
        const answer = await send(thief, 'end', 'DELETE', body);
        const { code: given } = errorBody.parse(await answer.json());
        expect([answer.status, given], JSON.stringify(body)).toEqual([status, code]);
      }
      expect(await isOpen(victim)).toBe(true);
    });
  });
}
