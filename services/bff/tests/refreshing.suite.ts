import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import {
  cookieName,
  post,
  refreshAt,
  type Session,
  sessionIdOf,
  signInAt,
  userCallAt,
} from './signing-in.ts';
import type { TestStack } from './stack.ts';

/** What keeps a session open, and what ends it. */
export function describeRefreshing(context: () => TestStack): void {
  const signIn = (email?: string) => signInAt(context().app, email);
  const refresh = (browser: Browser, handle: string, app = context().app) => refreshAt(app, browser, handle);
  const userCall = (browser: Browser, token: string, app = context().app) => userCallAt(app, browser, token);

  describe('refreshing', () => {
    const both = (counter: number) => ({ cookie: counter, handle: counter });

    it('rotates for a client that has seen the latest response, and repeats it for others', async () => {
      const { browser, session } = await signIn();
      const old = browser.cookies.get(cookieName)!;
      const next = (await (await refresh(browser, session.refresh_token)).json()) as Session;
      expect(next.refresh_token).not.toBe(session.refresh_token);
      const current = browser.cookies.get(cookieName)!;
      expect(current.value).not.toBe(old.value);

      // Another tab with the same cookie, which has not seen the latest response.
      expect(await (await refresh(browser, session.refresh_token)).json()).toMatchObject({
        refresh_token: next.refresh_token,
      });
      // A client whose response was lost: old cookie, old handle.
      const lost = new Browser();
      lost.cookies.set(cookieName, old);
      expect(await (await refresh(lost, session.refresh_token)).json()).toMatchObject({
        refresh_token: next.refresh_token,
      });
      // Somebody has come back with the successor meanwhile: the old cookie gets an answer and no cookie.
      expect(lost.cookies.get(cookieName)?.value).toBe(old.value);
      const { repeats } = (await context().store.sessions.get(sessionIdOf(session)))!;
      expect(repeats).toMatchObject({ count: 2, network: '127.0.0.0/24' });
    });

    it('gives a client its next cookie again when the answer was lost', async () => {
      const { browser, session } = await signIn();
      const before = browser.cookies.get(cookieName)!;
      await refresh(browser, session.refresh_token);
      const lost = new Browser();
      lost.cookies.set(cookieName, before);
      expect((await refresh(lost, session.refresh_token)).status).toBe(200);
      expect(lost.cookies.get(cookieName)?.value).toBe(browser.cookies.get(cookieName)!.value);
    });

    it('ends the session when a copied cookie comes without its own handle', async () => {
      const strange = await signIn('somebody@example.org');
      const handlesOf = ({ session }: Awaited<ReturnType<typeof signIn>>) => [
        'x',
        `${sessionIdOf(session)}.0`,
        `${sessionIdOf(session)}.1`,
        strange.session.refresh_token,
      ];
      for (const place of handlesOf(strange).keys()) {
        for (const isParent of [false, true]) {
          const signedIn = await signIn();
          const { browser, session } = signedIn;
          const copy = new Browser();
          copy.cookies.set(cookieName, browser.cookies.get(cookieName)!);
          if (isParent) expect((await refresh(browser, session.refresh_token)).status).toBe(200);
          const answer = await refresh(copy, handlesOf(signedIn)[place]!);
          expect(answer.status).toBe(400);
          expect(await answer.text()).not.toContain(sessionIdOf(session));
          expect(copy.cookies.has(cookieName)).toBe(false);
          expect((await userCall(browser, session.access_token)).status).toBe(403);
        }
      }
    });

    it('rotates once for concurrent requests of many tabs', async () => {
      const { browser, session } = await signIn();
      const answers = await Promise.all(
        Array.from(
          { length: 6 },
          async () => (await refresh(browser, session.refresh_token)).json() as Promise<Session>,
        ),
      );
      expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    });

    it('ends the session when an old credential is reused after the window', async () => {
      const { browser, session } = await signIn();
      const old = browser.cookies.get(cookieName)!;
      const sessionId = sessionIdOf(session);
      const { counter } = (await context().store.sessions.get(sessionId))!;
      for (const step of [0, 1, 2]) {
        await context().store.sessions.rotate(sessionId, both(counter + step), {
          now: new Date(Date.now() - 120_000),
        });
      }
      const thief = new Browser();
      thief.cookies.set(cookieName, old);
      expect((await refresh(thief, session.refresh_token)).status).toBe(400);
      expect(thief.cookies.has(cookieName)).toBe(false);
      const user = await userCall(browser, session.access_token);
      expect(user.status).toBe(403);
      expect(await user.json()).toMatchObject({ error_code: 'session_not_found' });
    });

    it('ends the session when the previous credential is reused late, unless its response was lost', async () => {
      const rotateEarlier = async (session: Session) => {
        const sessionId = sessionIdOf(session);
        const { counter } = (await context().store.sessions.get(sessionId))!;
        await context().store.sessions.rotate(sessionId, both(counter), {
          now: new Date(Date.now() - 120_000),
        });
      };
      const lost = await signIn();
      await rotateEarlier(lost.session);
      const answered = await refresh(lost.browser, lost.session.refresh_token);
      expect(answered.status).toBe(200);

      const used = await signIn();
      const stolen = used.browser.cookies.get(cookieName)!;
      await rotateEarlier(used.session);
      const current = (await (await refresh(used.browser, used.session.refresh_token)).json()) as Session;
      expect((await userCall(used.browser, current.access_token)).status).toBe(200);
      const thief = new Browser();
      thief.cookies.set(cookieName, stolen);
      expect((await refresh(thief, used.session.refresh_token)).status).toBe(400);
      expect((await userCall(used.browser, current.access_token)).status).toBe(403);

      // An API call counts as use of the access token too.
      const calling = await signIn();
      const before = calling.browser.cookies.get(cookieName)!;
      await rotateEarlier(calling.session);
      const newer = (await (await refresh(calling.browser, calling.session.refresh_token)).json()) as Session;
      const headers = { authorization: `Bearer ${newer.access_token}` };
      expect((await fetch(`${context().app}/api/tenants?fn=my`, { headers })).status).toBe(200);
      const other = new Browser();
      other.cookies.set(cookieName, before);
      expect((await refresh(other, calling.session.refresh_token)).status).toBe(400);

      const foreign = await signIn();
      await rotateEarlier(foreign.session);
      expect((await refresh(foreign.browser, lost.session.refresh_token)).status).toBe(400);
    });

    it('extends the session with its use, up to 90 days after the sign-in', async () => {
      const days = (count: number) => count * 24 * 60 * 60_000;
      const { browser, session } = await signIn();
      const sessionId = sessionIdOf(session);
      const { createdAt } = (await context().store.sessions.get(sessionId))!;
      const old = { ...context().store.sessions };
      const get: typeof old.get = async (id, now) => {
        const found = await context().store.sessions.get(id, now);
        return found && { ...found, createdAt: new Date(Date.now() - days(85)) };
      };
      const { app } = await context().startBff(
        { PUBLIC_URL: context().app },
        { store: { ...context().store, sessions: { ...old, get } } },
      );
      expect((await refresh(browser, session.refresh_token, app)).status).toBe(200);
      const { expiresAt } = (await context().store.sessions.get(sessionId))!;
      expect(expiresAt.getTime() - Date.now()).toBeLessThan(days(6));
      expect(expiresAt.getTime()).toBeGreaterThan(createdAt.getTime());
    });

    it('refuses cookies sent by another site’s page', async () => {
      const { browser, session } = await signIn();
      const send = (path: string, headers: Record<string, string>) =>
        browser.fetch(`${context().app}/auth/v1/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ refresh_token: session.refresh_token }),
        });
      const sister = { origin: 'https://pages.localhost', 'sec-fetch-site': 'same-site' };
      for (const path of ['logout?scope=global', 'token?grant_type=refresh_token', 'token?grant_type=pkce']) {
        expect((await send(path, sister)).status).toBe(403);
        expect((await send(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
        expect((await send(path, { origin: 'null' })).status).toBe(403);
      }
      expect(browser.cookies.has(cookieName)).toBe(true);
      const own = { origin: context().app, 'sec-fetch-site': 'same-origin' };
      expect((await send('token?grant_type=refresh_token', own)).status).toBe(200);
      expect((await send('logout?scope=local', own)).status).toBe(204);
    });

    it('answers 503 and not an ended session while the database is unavailable', async () => {
      const { browser, session } = await signIn();
      const away = new Proxy(context().store.sessions, {
        get: (target, name) =>
          name === 'get' || name === 'rotate'
            ? async () => {
                throw new AppError('unavailable');
              }
            : Reflect.get(target, name),
      });
      const store: Store = { ...context().store, sessions: away };
      const { app } = await context().startBff({ PUBLIC_URL: context().app }, { store });
      expect((await refresh(browser, session.refresh_token, app)).status).toBe(503);
      expect((await userCall(browser, session.access_token, app)).status).toBe(503);
      expect(browser.cookies.has(cookieName)).toBe(true);
    });

    it('answers 503 and not an ended session when the rate limit is exceeded', async () => {
      const { browser, session } = await signIn();
      const { app } = await context().startBff({}, { rateFactor: 0.004 });
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++) statuses.push((await refresh(browser, session.refresh_token, app)).status);
      expect(statuses).toContain(503);
      expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    });

    it('requires JSON, so that no form of another site can refresh', async () => {
      const { browser, session } = await signIn();
      const body = { refresh_token: session.refresh_token };
      const answer = await post(
        browser,
        `${context().app}/auth/v1/token?grant_type=refresh_token`,
        body,
        'text/plain',
      );
      expect(answer.status).toBe(400);
    });
  });
}
