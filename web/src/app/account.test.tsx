// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { type OpenedApp, openApp, type Server, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
let app: OpenedApp;
afterEach(() => app.close());

const rows = () => [...document.querySelectorAll<HTMLElement>('.sessions-table tbody tr')];
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent === name)!;
const scopes = () => app.sent.filter(({ call }) => call.startsWith('logout')).map(({ scope }) => scope);
const isKept = () => localStorage.getItem('sello.session') !== null;

async function openAccount(server?: Server): Promise<void> {
  app = await openApp('/account', fixture, sessionOf('rosa'), server);
  await app.see(() => expect(rows()).toHaveLength(4));
}
/** Opens a dialog and chooses its action. */
async function confirm(open: string, act: string): Promise<void> {
  button(open).click();
  await app.see(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull());
  await app.see(() => expect(button(act).getAttribute('aria-busy')).toBeNull());
  button(act).click();
}

describe('the account', () => {
  it('is where the e-mail address of the header leads, on public pages too', async () => {
    app = await openApp('/verify', fixture, sessionOf('rosa'));
    await app.see(() => expect(document.querySelector('header a.person')).not.toBeNull());
    document.querySelector<HTMLElement>('header a.person')!.click();
    await app.see(() => expect(rows()).toHaveLength(4));
    expect(location.pathname).toBe('/account');
    expect(document.querySelector('header a.person')?.getAttribute('href')).toBe('/account');
  });

  it('lists the organizations with the role and the day of joining', async () => {
    await openAccount();
    const own = [...document.querySelectorAll('.own-organizations tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(own).toEqual([
      ['Organization', 'Role', 'Since'],
      ['Instituto Cordillera', 'Owner', '02 Jan 2024'],
      ['Escola Santa Inês', 'Admin', '03 Mar 2026'],
    ]);
  });

  it('shows no day of joining where an operator is no member', async () => {
    const [one] = fixture.tenants;
    const { role: _role, joinedAt: _joinedAt, ...seen } = one!;
    await openAccount(({ call }) => (call === 'tenants my' ? { body: [seen] } : undefined));
    const cells = [...document.querySelectorAll('.own-organizations td')].map((cell) => cell.textContent);
    expect(cells).toEqual(['Instituto Cordillera', '–', '–']);
  });

  it('lists the sessions with browser, network and times, this one first and without an end of its own', async () => {
    await openAccount();
    const [here, phone] = rows();
    expect(here!.textContent).toContain('Chrome on Linux (this one)');
    expect(here!.querySelector('button')).toBeNull();
    expect(phone!.textContent).toMatch(/Safari on iPhone.*198\.51\.100\.0\/24.*\d{4}, \d\d:\d\d/);
  });

  it('ends one, which leaves the list', async () => {
    await openAccount();
    rows()[1]!.querySelector('button')!.focus();
    rows()[1]!.querySelector('button')!.click();
    await app.see(() => expect(rows()).toHaveLength(3));
    expect(app.sent.findLast(({ call }) => call === 'sessions end')?.method).toBe('DELETE');
    expect(app.page()).not.toContain('Safari on iPhone');
    await app.see(() => expect(document.activeElement).toBe(rows()[1]!.querySelector('button')));
    rows()[2]!.querySelector('button')!.focus();
    rows()[2]!.querySelector('button')!.click();
    await app.see(() => expect(rows()).toHaveLength(2));
    await app.see(() => expect(document.activeElement).toBe(rows()[1]!.querySelector('button')));
    rows()[1]!.querySelector('button')!.click();
    await app.see(() => expect(rows()).toHaveLength(1));
    await app.see(() => expect(document.activeElement?.id).toBe('page'));
  });

  it('ends all others and stays signed in', async () => {
    await openAccount(({ call }) => (call === 'logout' ? { status: 204 } : undefined));
    await confirm('Sign out all others…', 'Sign out all others');
    await app.see(() => expect(rows()).toHaveLength(1));
    expect(scopes()).toEqual(['others']);
    expect(isKept()).toBe(true);
    expect(button('Sign out all others…')).toBeUndefined();
  });

  it('ends all, this one too', async () => {
    await openAccount(({ call }) => (call === 'logout' ? { status: 204 } : undefined));
    await confirm('Sign out everywhere…', 'Sign out everywhere');
    await app.see(() => expect(location.pathname).toBe('/'));
    expect(scopes()).toEqual(['others', 'global']);
    expect(isKept()).toBe(false);
    expect(localStorage.getItem('activeTenantId')).toBeNull();
  });

  it('notices that this session was ended elsewhere, and ends no others by it', async () => {
    await openAccount(({ call }) =>
      call === 'user'
        ? { status: 403, body: { code: 403, error_code: 'session_not_found', msg: 'x' } }
        : undefined,
    );
    await confirm('Sign out all others…', 'Sign out all others');
    await app.see(() => expect(location.pathname).toBe('/'));
    expect(scopes()).toEqual([]);
    expect(isKept()).toBe(false);
  });

  it('does not pretend to have ended what the server could not end', async () => {
    await openAccount(({ call }) => (call === 'logout' ? 'offline' : undefined));
    await confirm('Sign out everywhere…', 'Sign out everywhere');
    await app.see(() => expect(document.body.textContent).toContain('The session was not ended'));
    expect(isKept()).toBe(true);
    expect(rows()).toHaveLength(4);
    expect(location.pathname).toBe('/account');
  });
});
