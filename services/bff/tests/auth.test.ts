import { AuthClient } from '@supabase/auth-js';
import { type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from './browser.ts';
import { describeRefreshing } from './refreshing.suite.ts';
import {
  authorizeUrl,
  callback,
  cookieName,
  pkce,
  post,
  redeem,
  refreshAt,
  type Session,
  sessionIdOf,
  signInAt,
  userCallAt,
} from './signing-in.ts';
import { startTestStack, type TestStack } from './stack.ts';

let stack: TestStack;
let mongo: MongoClient;
/** As they are stored. */
let sessions: Collection<{ _id: string; code: { expiresAt: Date }; expiresAt: Date }>;
beforeAll(async () => {
  stack = await startTestStack();
  const url = stack.backings.env.MONGO_URL!;
  mongo = await MongoClient.connect(url);
  sessions = mongo.db(new URL(url).pathname.slice(1)).collection('sessions');
});
afterAll(async () => {
  await mongo?.close();
  await stack?.close();
});

const signIn = (app = stack.app, email?: string) => signInAt(app, email);
/** Chooses an account at the issuer: the code that leads to a session, and who may redeem it. */
async function identified(email = 'ana@example.org') {
  const browser = new Browser();
  const { verifier, challenge } = pkce();
  const code = (await callback(browser, stack.app, email, challenge)).searchParams.get('code')!;
  return { browser, verifier, code };
}
const refresh = (browser: Browser, handle: string, app = stack.app) => refreshAt(app, browser, handle);
const userCall = (browser: Browser, token: string, app = stack.app) => userCallAt(app, browser, token);

describe('signing in', () => {
  it('works with the browser’s auth client, end to end', async () => {
    const browser = new Browser();
    const kept = new Map<string, string>();
    const client = new AuthClient({
      url: `${stack.app}/auth/v1`,
      fetch: browser.fetch as typeof fetch,
      flowType: 'pkce',
      autoRefreshToken: false,
      storageKey: 'test',
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${stack.app}/auth/callback`, skipBrowserRedirect: true },
    });
    const back = await browser.navigate(data.url!, `${stack.app}/auth/callback`, 'julia@example.org');
    const { data: signedIn, error } = await client.exchangeCodeForSession(back.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(signedIn.user).toMatchObject({ email: 'julia@example.org', aud: 'authenticated' });
    expect((await client.getClaims()).data?.claims.sub).toBe(signedIn.user?.id);
    expect((await client.refreshSession()).error).toBeNull();
    const renamed = await client.updateUser({ data: { full_name: 'Julia Ñandú' } });
    expect(renamed.data.user?.user_metadata.full_name).toBe('Julia Ñandú');
    expect((await client.signOut({ scope: 'local' })).error).toBeNull();
    expect([...browser.cookies.keys()]).not.toContain(cookieName);
    expect([...kept.keys()]).toEqual([]);
  });

  it('hides the refresh credential from scripts and leaves expires_at to the client', async () => {
    const { browser, session } = await signIn();
    const cookie = browser.cookies.get(cookieName)!;
    expect(cookie.attributes).toContain('HttpOnly');
    expect(cookie.attributes).toContain('SameSite=Strict');
    expect(cookie.path).toBe('/auth/v1');
    expect(session.refresh_token).not.toBe(cookie.value);
    expect(session).not.toHaveProperty('expires_at');
    const stolen = new Browser();
    expect((await refresh(stolen, session.refresh_token)).status).toBe(400);
    const asCookie = new Browser();
    asCookie.cookies.set(cookieName, { ...cookie, value: session.refresh_token });
    expect((await refresh(asCookie, session.refresh_token)).status).toBe(400);
  });

  it('issues a one-time code that needs its verifier', async () => {
    const { browser, verifier, code } = await identified();
    expect((await redeem(browser, stack.app, code, pkce().verifier)).status).toBe(400);
    expect((await redeem(browser, stack.app, code, verifier)).status).toBe(404);
  });

  it('ends the session of a code that is used again, whoever has it', async () => {
    const { browser, code, verifier } = await identified();
    const redeemed = await redeem(browser, stack.app, code, verifier);
    const { refresh_token: handle } = (await redeemed.json()) as Session;
    expect((await redeem(new Browser(), stack.app, code, pkce().verifier)).status).toBe(404);
    expect((await refresh(browser, handle)).status).toBe(400);
  });

  it('lets a code expire after five minutes, and a session after thirty days without use', async () => {
    const minute = 60_000;
    const day = 24 * 60 * minute;
    const { code, verifier, browser } = await identified('late@example.org');
    const unused = await sessions.findOne({ code: { $exists: true }, 'code.usedAt': { $exists: false } });
    const fromNow = (at: Date, unit: number) => Math.round((at.getTime() - Date.now()) / unit);
    expect(fromNow(unused!.code.expiresAt, minute)).toBe(5);
    await sessions.updateOne({ _id: unused!._id }, { $set: { 'code.expiresAt': new Date() } });
    expect((await redeem(browser, stack.app, code, verifier)).status).toBe(404);

    const { browser: used, session } = await signIn(stack.app, 'idle@example.org');
    const _id = sessionIdOf(session);
    await sessions.updateOne({ _id }, { $set: { expiresAt: new Date(Date.now() + day) } });
    const next = (await (await refresh(used, session.refresh_token)).json()) as Session;
    expect(fromNow((await sessions.findOne({ _id }))!.expiresAt, day)).toBe(30);
    await sessions.updateOne({ _id }, { $set: { expiresAt: new Date() } });
    expect((await refresh(used, next.refresh_token)).status).toBe(400);
    expect((await userCall(used, next.access_token)).status).toBe(403);
  });

  it('grants a session for codes and refresh credentials alone', async () => {
    const body = { email: 'ana@example.org', password: 'x', id_token: 'x', provider: 'google' };
    for (const grant of ['password', 'id_token', 'client_credentials', 'web3', '']) {
      const url = `${stack.app}/auth/v1/token?grant_type=${grant}`;
      expect([grant, (await post(new Browser(), url, body)).status]).toEqual([grant, 400]);
    }
  });

  it('refuses a plain challenge, a foreign redirect, and the state of another browser', async () => {
    const { challenge } = pkce();
    const plain = await fetch(authorizeUrl(stack.app, challenge, { code_challenge_method: 'plain' }));
    expect(plain.status).toBe(400);
    const away = { redirect_to: 'https://evil.example/auth/callback' };
    expect((await fetch(authorizeUrl(stack.app, challenge, away), { redirect: 'manual' })).status).toBe(400);

    const first = new Browser();
    const atBff = await first.navigate(
      authorizeUrl(stack.app, challenge),
      `${stack.app}/auth/v1/callback`,
      'a@example.org',
    );
    const back = await new Browser().navigate(atBff, `${stack.app}/auth/callback`, null);
    expect(back.searchParams.get('error_code')).toBe('bad_oauth_state');
    expect(back.searchParams.has('code')).toBe(false);
  });

  it('works in two tabs of one browser concurrently', async () => {
    const browser = new Browser();
    const [one, two] = [pkce(), pkce()];
    const stop = `${stack.app}/auth/v1/callback`;
    const first = await browser.navigate(authorizeUrl(stack.app, one.challenge), stop, 'ana@example.org');
    const second = await browser.navigate(authorizeUrl(stack.app, two.challenge), stop, 'ana@example.org');
    for (const url of [second, first]) {
      const back = await browser.navigate(url, `${stack.app}/auth/callback`, null);
      expect(back.searchParams.get('code')).toBeTruthy();
    }
  });

  it('limits the unfinished sign-ins of one browser', async () => {
    const browser = new Browser();
    for (let n = 0; n < 8; n++) await browser.fetch(authorizeUrl(stack.app, pkce().challenge));
    const own = [...browser.cookies.keys()].filter((name) => name.startsWith('sello_flow_'));
    expect(own).toHaveLength(4);
    expect((await callback(browser, stack.app, 'ana@example.org')).searchParams.get('code')).toBeTruthy();
  });

  it('redirects with an error when the person cancels or the identity provider is down', async () => {
    const cancelled = await callback(new Browser(), stack.app, null);
    expect(cancelled.searchParams.get('error_code')).toBe('provider_cancelled');
    const { app } = await stack.startBff({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    const unreachable = await callback(new Browser(), app, 'ana@example.org');
    expect(unreachable.searchParams.get('error_code')).toBe('issuer_unreachable');
  });

  it('admits new users according to SIGNUPS, and existing users always', async () => {
    await signIn(stack.app, 'known@example.org');
    const closed = await stack.startBff({ SIGNUPS: 'closed' });
    const refused = (await callback(new Browser(), closed.app, 'new@example.org')).searchParams;
    expect([refused.get('error'), refused.get('error_code')]).toEqual(['access_denied', 'signup_disabled']);
    await signIn(closed.app, 'known@example.org');
    const { session } = await signIn(closed.app, 'root@sello.example');
    expect(session.user.app_metadata.roles).toEqual(['super_admin']);

    const invited = await stack.startBff({ SIGNUPS: 'invited' });
    const stranger = await callback(new Browser(), invited.app, 'guest@example.org');
    expect(stranger.searchParams.get('error_code')).toBe('signup_disabled');
    await stack.store.invites.create('a'.repeat(24), {
      email: 'guest@example.org',
      code: '0123456789',
      invitedBy: 'b'.repeat(24),
      expiresAt: new Date(Date.now() + 60_000),
    });
    await signIn(invited.app, 'guest@example.org');
  });
});

describeRefreshing(() => stack);

describe('signing out', () => {
  const signOut = (browser: Browser, token: string, scope: string) =>
    browser.fetch(`${stack.app}/auth/v1/logout?scope=${scope}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });

  it('ends this session, the others, or all of them', async () => {
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const isOpen = async ({ browser, session }: typeof one) =>
      (await userCall(browser, session.access_token)).status === 200;
    expect((await signOut(one.browser, one.session.access_token, 'local')).status).toBe(204);
    expect([await isOpen(one), await isOpen(two), await isOpen(three)]).toEqual([false, true, true]);
    expect((await signOut(two.browser, two.session.access_token, 'others')).status).toBe(204);
    expect([await isOpen(two), await isOpen(three)]).toEqual([true, false]);
    expect((await signOut(two.browser, two.session.access_token, 'global')).status).toBe(204);
    expect(await isOpen(two)).toBe(false);
    expect((await refresh(two.browser, two.session.refresh_token)).status).toBe(400);
  });

  it('ends the cookie’s session even if the access token has expired', async () => {
    const { browser, session } = await signIn();
    expect((await signOut(browser, `${session.access_token}x`, 'local')).status).toBe(204);
    expect((await userCall(browser, session.access_token)).status).toBe(403);
  });

  it('takes more than an old cookie, which may be a copy: that one ends nothing, also not by a sign-in', async () => {
    const { browser, session } = await signIn();
    const old = browser.cookies.get(cookieName)!;
    let handle = session.refresh_token;
    for (let turn = 0; turn < 2; turn++) {
      const next = (await (await refresh(browser, handle)).json()) as typeof session;
      handle = next.refresh_token;
    }
    const copy = new Browser();
    copy.cookies.set(cookieName, old);
    expect((await signOut(copy, 'x', 'global')).status).toBe(403);
    expect(copy.cookies.has(cookieName)).toBe(false);
    copy.cookies.set(cookieName, old);
    const stranger = await signInAt(stack.app, 'thief@example.org', copy);
    expect((await userCall(copy, stranger.session.access_token)).status).toBe(200);
    expect((await userCall(browser, session.access_token)).status).toBe(200);
  });
});

describe('super admins', () => {
  it('are the first users of the listed addresses: a reassigned address gives no rights', async () => {
    const address = 'boss@sello.example';
    const { users } = stack.store;
    const person = { email: address, emailVerified: true, name: '' };
    const first = await users.signIn({
      issuer: stack.backings.issuer.url,
      subject: 'the first holder',
      ...person,
    });
    const raced = await Promise.all([1, 2, 3].map(() => users.bindSuperAdminAddress(first._id, address)));
    expect(new Set(raced.map((user) => user?._id))).toEqual(new Set([first._id]));

    // The same address, reassigned to another person with another subject.
    const closed = await stack.startBff({ SUPER_ADMINS: address, SIGNUPS: 'closed' });
    const refused = (await callback(new Browser(), closed.app, address)).searchParams;
    expect(refused.get('error_code')).toBe('signup_disabled');
    const open = await stack.startBff({ SUPER_ADMINS: address });
    const second = await signIn(open.app, address);
    expect(second.session.user.app_metadata.roles).toEqual([]);

    expect(await users.releaseSuperAdminAddress(address)).toBe(true);
    const third = await signIn(open.app, address);
    expect(third.session.user.app_metadata.roles).toEqual(['super_admin']);
    expect((await users.bindSuperAdminAddress(first._id, address))?.email).toBe(address);
    expect((await users.bySuperAdminAddress(address))?._id).toBe(third.session.user.id);
  });
});

it('puts the grants of the last used organization into the next token', async () => {
  const { browser, session } = await signIn(stack.app, 'owner@example.org');
  const owner = { userId: session.user.id, email: 'owner@example.org', name: 'Owner' };
  const first = await stack.store.tenants.create({ name: 'Alpha', owner });
  const second = await stack.store.tenants.create({ name: 'Beta', owner });
  const member = (await stack.store.members.of(second._id, owner.userId))!;
  await stack.store.members.add(second._id, {
    userId: 'c'.repeat(24),
    userEmail: 'co@example.org',
    userName: 'Co',
    role: 'owner',
  });
  await stack.store.members.changeRole(second._id, member._id, 'template_designer');
  const grants = async (handle: string) => (await (await refresh(browser, handle)).json()) as Session;
  const before = await grants(session.refresh_token);
  expect(before.user.app_metadata).toMatchObject({ roles: ['owner'], tenantId: first._id });
  await stack.store.users.setLastTenant(owner.userId, second._id);
  const after = await grants(before.refresh_token);
  expect(after.user.app_metadata).toMatchObject({ roles: ['template_designer'], tenantId: second._id });
  expect(after.user.app_metadata.permissions).toContain('templates.edit');
  expect(after.user.app_metadata.permissions).not.toContain('students.view');
});
