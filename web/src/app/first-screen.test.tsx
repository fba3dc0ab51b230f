// @vitest-environment jsdom
import { permissionsOf, type Role, type TenantRole } from '@sello/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { type OpenedApp, openApp, type SentRequest, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
const [own, other] = fixture.tenants;
const link = (text: string) => [...document.querySelectorAll('a')].find((one) => one.textContent === text);
const grants = (role: TenantRole) => ({ permissions: permissionsOf[role], roles: [role] });

let app: OpenedApp;
afterEach(() => app.close());

/** A person who owns one organization and designs templates in another. */
function server({ call, tenantId }: SentRequest) {
  if (call !== 'rpc get_all_user_data') return undefined;
  return { body: grants(tenantId === other!._id ? 'template_designer' : 'owner') };
}
const designer = ({ call }: SentRequest) =>
  call === 'rpc get_all_user_data' ? { body: grants('template_designer') } : undefined;

describe('“Open Sello” on the front page', () => {
  it('leads a template designer to templates, also before the permissions are known', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: object }>();
    app = await openApp('/', fixture, sessionOf('rosa'), ({ call }) =>
      call === 'rpc get_all_user_data' ? promise : undefined,
    );
    await app.see(() => expect(link('Open Sello')).toBeDefined());
    expect(link('Open Sello')!.getAttribute('href')).toBe('/open');
    link('Open Sello')!.click();
    resolve({ body: grants('template_designer') });
    await app.see(() => expect(location.pathname).toBe('/templates'));
    await app.see(() => expect(document.querySelector('h1')?.textContent).toBe('Templates'));
  });

  it('names the first screen when the permissions are known', async () => {
    app = await openApp('/', fixture, sessionOf('rosa'), designer);
    await app.see(() => expect(link('Open Sello')?.getAttribute('href')).toBe('/templates'));
  });
});

describe('a link on a public page for a person without an organization', () => {
  const invitation = (place: number) => ({
    _id: String(place).repeat(24),
    tenantId: own!._id,
    tenantName: `Escuela ${place}`,
    identity: { kind: 'operator' },
    createdAt: new Date().toISOString(),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const alone =
    (invitations: number, roles: Role[] = []) =>
    ({ call }: SentRequest) => {
      if (call === 'tenants my') return { body: [] };
      if (call === 'rpc get_all_user_data') {
        return { body: { permissions: roles.flatMap((role) => permissionsOf[role]), roles } };
      }
      if (call === 'members get-invite-info') return { body: { tenantName: 'Escuela 1', state: 'pending' } };
      if (call !== 'members my-pending-invites') return undefined;
      return { body: Array.from({ length: invitations }, (_, place) => invitation(place + 1)) };
    };

  it.each([
    ['/', 1, [], `/accept-invite/${'1'.repeat(24)}`],
    ['/', 2, [], '/pending-invites'],
    ['/', 0, [], '/onboarding'],
    ['/', 1, ['super_admin'], '/catalog'],
    ['/verify', 1, [], `/accept-invite/${'1'.repeat(24)}`],
    ['/verify', 2, [], '/pending-invites'],
    ['/verify', 0, [], '/onboarding'],
  ] as const)(
    'at %s leads on as the guard does: %i invitations, roles %j',
    async (path, invitations, roles, goal) => {
      app = await openApp(path, fixture, sessionOf('ana'), alone(invitations, [...roles]));
      await app.see(() => expect(link('Open Sello')).toBeDefined());
      await app.see(() => expect(document.querySelector('header .who a[href="/open"]')).not.toBeNull());
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a')].filter(
        ({ textContent }) => textContent === 'Open Sello',
      );
      // One in the header, one in the menu of narrow windows, and on the front page the calls to action.
      expect(links.length).toBeGreaterThan(path === '/' ? 2 : 1);
      links.at(-1)!.click();
      await app.see(() => expect(location.pathname).toBe(goal));
    },
  );
});

describe('the switch of organizations', () => {
  const open = () => document.querySelector<HTMLElement>('.switch-tenant')!.click();
  const items = () => [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const choose = async (text: string) => {
    await app.see(() => expect(items().map((item) => item.textContent)).not.toEqual([]));
    items()
      .find((item) => item.textContent?.includes(text))!
      .click();
  };

  it('opens the first screen that the person may see in the other one', async () => {
    app = await openApp('/students', fixture, sessionOf('rosa'), server);
    await app.see(() => expect(document.querySelector('.switch-tenant')).not.toBeNull());
    open();
    await choose(other!.name);
    await app.see(() => expect(location.pathname).toBe('/templates'));
    await app.see(() => expect(app.page()).not.toContain('Access denied'));
    expect(localStorage.getItem('activeTenantId')).toBe(other!._id);
    await app.see(() =>
      expect(document.querySelector('.switch-tenant')?.textContent ?? '').toContain(other!.name),
    );
    open();
    await choose(own!.name);
    await app.see(() => expect(location.pathname).toBe('/students'));
    expect(localStorage.getItem('activeTenantId')).toBe(own!._id);
  });

  it('links to the general settings of the organization, as does the address without a tab', async () => {
    app = await openApp(`/settings/${own!._id}`, fixture, sessionOf('rosa'), server);
    const general = `/settings/${own!._id}/general`;
    await app.see(() => expect(location.pathname).toBe(general));
    await app.see(() => expect(document.querySelector('.switch-tenant')).not.toBeNull());
    document.querySelector<HTMLElement>('a[href="/students"]')!.click();
    await app.see(() => expect(location.pathname).toBe('/students'));
    open();
    await choose('Settings of');
    await app.see(() => expect(location.pathname).toBe(general));
  });
});
