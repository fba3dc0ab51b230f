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
/** What a cell shows: the term before its value is for narrow windows. */
function shownIn(cell: Element): string {
  const shown = cell.cloneNode(true) as Element;
  for (const term of shown.querySelectorAll('.narrow-term')) term.remove();
  return shown.textContent ?? '';
}
const organizations = () => [...document.querySelectorAll<HTMLElement>('.own-organizations tbody tr')];
const named = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find(
    (one) => one.getAttribute('aria-label') === name,
  )!;
const dayMs = 24 * 60 * 60_000;
const moment = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

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
      [...row.children].map((cell) => shownIn(cell)),
    );
    expect(own).toEqual([
      ['Organization', 'Role', 'Since', 'Actions'],
      ['Instituto Cordillera', 'Owner', '02 Jan 2024', 'Leave…'],
      ['Escola Santa Inês', 'Admin', '03 Mar 2026', 'Leave…'],
    ]);
  });

  it('shows no day of joining where an operator is no member', async () => {
    const [one] = fixture.tenants;
    const { role: _role, joinedAt: _joinedAt, ...seen } = one!;
    await openAccount(({ call }) => (call === 'tenants my' ? { body: [seen] } : undefined));
    const cells = [...document.querySelectorAll('.own-organizations td')].map(shownIn);
    expect(cells).toEqual(['Instituto Cordillera', '–', '–', '']);
  });

  it('leaves an organization after a question that names it; the others stay, and the focus with them', async () => {
    let own = fixture.tenants;
    await openAccount(({ call }) => {
      if (call === 'tenants my') return { body: own };
      if (call !== 'tenants leave') return undefined;
      own = own.slice(1);
      return { body: { success: true } };
    });
    // What an idle page has loaded.
    await (await import('../ui/deferred/deferred.ts')).fetchAll();
    const leave = named('Leave…: Instituto Cordillera');
    leave.focus();
    leave.click();
    await app.see(() => expect(document.querySelector('[role=alertdialog]')).not.toBeNull());
    expect(document.querySelector('[role=alertdialog] h2')?.textContent).toBe('Leave Instituto Cordillera?');
    button('Leave').click();
    await app.see(() => expect(organizations()).toHaveLength(1));
    expect(app.sent.find(({ call }) => call === 'tenants leave')?.tenantId).toBe(fixture.tenants[0]!._id);
    await app.see(() => expect(localStorage.getItem('activeTenantId')).toBe(fixture.tenants[1]!._id));
    expect(location.pathname).toBe('/account');
    await app.see(() => expect(document.body.textContent).toContain('You have left Instituto Cordillera'));
    await app.see(() => expect(document.activeElement).not.toBe(document.body));
    expect(document.body.textContent).not.toContain('no longer a member');
  });

  it('shows only owners that they cannot leave, why, and where to change that', async () => {
    const [first, second] = fixture.tenants;
    const own = [{ ...first!, onlyOwner: true }, second!];
    await openAccount(({ call }) => (call === 'tenants my' ? { body: own } : undefined));
    const leave = named('Leave…: Instituto Cordillera');
    expect(leave.disabled).toBe(true);
    const reason = document.getElementById(leave.getAttribute('aria-describedby')!)!;
    expect(reason.textContent).toBe('You are its only owner: give it away or delete it before you leave.');
    expect([...reason.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      `/settings/${first!._id}/members`,
      `/settings/${first!._id}/general`,
    ]);
    expect(named('Leave…: Escola Santa Inês').disabled).toBe(false);
  });

  it('lists deleted organizations, which their owners restore while there is time', async () => {
    const [first, second] = fixture.tenants;
    const deletion = { at: moment(-20), until: moment(10) };
    const over = { at: moment(-31), until: moment(-1) };
    let own = [second!, { ...first!, deletion }, { ...second!, _id: 'e'.repeat(24), deletion }];
    own.push({ ...first!, _id: 'f'.repeat(24), deletion: over });
    await openAccount(({ call }) => {
      if (call === 'tenants my') return { body: own };
      if (call !== 'tenants restore') return undefined;
      own = [second!, first!];
      return { body: first! };
    });
    const [, deleted, ofAdmin, ended] = organizations();
    expect(deleted!.textContent).toMatch(/Deleted\. Until .* you can restore it\./);
    expect(ofAdmin!.textContent).toMatch(/Deleted\. Until .* one of its owners can restore it\./);
    expect(ended!.textContent).toContain('The time to restore it is over');
    expect([ofAdmin, ended].map((row) => row!.querySelector('button'))).toEqual([null, null]);
    named('Restore: Instituto Cordillera').click();
    await app.see(() => expect(named('Leave…: Instituto Cordillera')).toBeDefined());
    expect(app.sent.find(({ call }) => call === 'tenants restore')?.tenantId).toBe(first!._id);
    expect(document.body.textContent).toContain('Instituto Cordillera is open again');
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
