// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { fromOtherTab, type OpenedApp, openApp, type SentRequest, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
const [ofRosa, ofJulia] = fixture.tenants;
const permissions = fixture.permissions;

/** Rosa and Julia each have an organization of their own, and the permissions there. */
function server({ call, token }: SentRequest) {
  const { sub } = token ? JSON.parse(atob(token.split('.')[1]!)) : { sub: undefined };
  if (call === 'tenants my') return { body: [sub === 'julia' ? ofJulia : ofRosa] };
  if (call === 'rpc get_all_user_data') return { body: { permissions, roles: ['owner'] } };
  return undefined;
}

let app: OpenedApp;
const search = () => document.querySelector<HTMLInputElement>('input[type=search]')!;
const lastToken = () => app.sent.findLast(({ call }) => call.startsWith('students'))?.token;
const askAgain = async () => (await import('../api/queryClient.ts')).queryClient.invalidateQueries();

// One window of one browser; the auth client is the real one, and tells the events of its own and of other tabs.
describe('the app after', () => {
  const first = sessionOf('rosa');
  beforeAll(async () => {
    app = await openApp('/students', fixture, first, server);
  });
  afterAll(() => app.close());

  it('INITIAL_SESSION with a stored session is signed in as its person, in their organization', async () => {
    await app.see(() =>
      expect(document.querySelectorAll('tbody tr:not(.waiting)').length).toBeGreaterThan(1),
    );
    expect(app.header()).toContain('rosa@example.org');
    expect(localStorage.getItem('activeTenantId')).toBe(ofRosa!._id);
    expect(lastToken()).toBe(first.access_token);
  });

  it.each(['TOKEN_REFRESHED', 'MFA_CHALLENGE_VERIFIED', 'PASSWORD_RECOVERY'])(
    '%s sends the new token with its calls, and the page stays as it is',
    async (event) => {
      const page = search();
      const next = sessionOf('rosa', { number: app.sent.length });
      fromOtherTab(event, next);
      const { session } = await import('../auth/session.ts');
      await app.see(() => expect(session.get()).toMatchObject({ accessToken: next.access_token }));
      await askAgain();
      await app.see(() => expect(lastToken()).toBe(next.access_token));
      expect(search()).toBe(page);
      expect(location.pathname).toBe('/students');
    },
  );

  it('USER_UPDATED shows the person’s new address', async () => {
    const next = sessionOf('rosa', { number: 99 });
    fromOtherTab('USER_UPDATED', { ...next, user: { ...next.user, email: 'rosa.ccori@example.org' } });
    await app.see(() => expect(app.header()).toContain('rosa.ccori@example.org'));
    expect(location.pathname).toBe('/students');
  });

  it('SIGNED_IN of another person shows theirs alone', async () => {
    const before = app.sent.length;
    const next = sessionOf('julia');
    fromOtherTab('SIGNED_IN', next);
    await app.see(() => expect(app.header()).toContain('julia@example.org'));
    await app.see(() => expect(localStorage.getItem('activeTenantId')).toBe(ofJulia!._id));
    await app.see(() => expect(lastToken()).toBe(next.access_token));
    expect(app.header()).not.toContain(ofRosa!.name);
    const sent = app.sent.slice(before).filter(({ call }) => call.startsWith('students'));
    expect(new Set(sent.map(({ tenantId }) => tenantId))).toEqual(new Set([ofJulia!._id]));
  });

  it('SIGNED_OUT shows the front page and forgets the person’s organizations', async () => {
    fromOtherTab('SIGNED_OUT', null);
    await app.see(() => expect(location.pathname).toBe('/'));
    await app.see(() => expect(document.querySelector('[data-act=sign-in]')).not.toBeNull());
    expect(localStorage.getItem('activeTenantId')).toBeNull();
    const { queryClient } = await import('../api/queryClient.ts');
    const kept = queryClient.getQueryCache().getAll();
    expect(kept.filter(({ state }) => state.data !== undefined).map(({ queryKey }) => queryKey)).toEqual([]);
    expect(app.header()).not.toContain('julia@example.org');
  });
});

describe('the app opened', () => {
  afterEach(() => app.close());

  it('without a session shows the front page and sends no call', async () => {
    app = await openApp('/students', fixture, undefined, server);
    await app.see(() => expect(document.querySelector('[data-act=sign-in]')).not.toBeNull());
    expect(location.pathname).toBe('/');
    expect(app.sent).toEqual([]);
  });

  it('with an expired session that cannot be refreshed yet keeps it and stays', async () => {
    const old = sessionOf('rosa', { seconds: -60 });
    app = await openApp('/students', fixture, old, (request) =>
      request.call.startsWith('token') ? 'offline' : server(request),
    );
    await app.see(() => expect(app.sent.map(({ call }) => call)).toContain('token'));
    await app.see(() => expect(document.querySelector('main[aria-busy]')).not.toBeNull());
    expect(location.pathname).toBe('/students');
    expect(localStorage.getItem('sello.session')).toContain(old.refresh_token);
  });

  it('at the callback is signed in with the code on SIGNED_IN, and leads to the person’s first screen', async () => {
    const next = sessionOf('rosa', { number: 3 });
    localStorage.clear();
    app = await openApp(
      '/auth/callback?code=once',
      fixture,
      undefined,
      (request) => {
        if (request.call === 'token') return { body: next };
        return server(request);
      },
      { 'sello.session-code-verifier': JSON.stringify('v'.repeat(43)) },
    );
    await app.see(() => expect(location.pathname).toBe('/students'));
    await app.see(() => expect(lastToken()).toBe(next.access_token));
  });
});
