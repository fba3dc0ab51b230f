// @vitest-environment jsdom
import { permissionsOf, type Role } from '@sello/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedApp, openApp, type SentRequest, sessionOf } from '../app.fixture.ts';

const fixture = createFixture();
const [own, other] = fixture.tenants;
const grants = (role: Role) => ({
  permissions: role === 'super_admin' ? [] : permissionsOf[role],
  roles: [role],
});

let app: OpenedApp;
afterEach(() => app.close());

/** A server for a person with this role in every organization. */
const asRole = (role: Role) => (request: SentRequest) =>
  request.call === 'rpc get_all_user_data' ? { body: grants(role) } : undefined;

describe('the guard', () => {
  it('says on a page of super admins that it needs their access, and on others which permission is missing', async () => {
    app = await openApp('/catalog', fixture, sessionOf('rosa'), asRole('owner'));
    await app.see(() => expect(app.page()).toContain('Super admin access required to view this page'));
    app.close();
    app = await openApp('/students', fixture, sessionOf('rosa'), asRole('template_designer'));
    await app.see(() => expect(app.page()).toContain("You don't have permission to access this page"));
    expect(app.page()).toContain('students.view');
    expect([...document.querySelectorAll('main button')].map((button) => button.textContent)).toEqual([
      'Go back',
    ]);
  });

  it.each([
    ['en', 'Go back', 'Access Denied'],
    ['es', 'Volver', 'Acceso denegado'],
    ['pt', 'Voltar', 'Acesso negado'],
  ])(
    'leads back in %s: to the page before, or without one to the first screen',
    async (language, label, title) => {
      const back = () => document.querySelector<HTMLElement>('main.denied button')!;
      const server = asRole('member');
      app = await openApp('/catalog', fixture, sessionOf('rosa'), server, { language });
      await app.see(() => expect(back()?.textContent).toBe(label));
      await app.see(() => expect(document.activeElement).toBe(document.querySelector('main h1')));
      expect(document.activeElement?.textContent).toBe(title);
      back().click();
      await app.see(() => expect(location.pathname).toBe('/students'));
      await app.see(() => expect(document.querySelectorAll('tbody tr').length).toBeGreaterThan(1));
      app.close();

      app = await openApp('/templates', fixture, sessionOf('rosa'), server, { language });
      await app.see(() => expect(app.page()).not.toBe(''));
      history.pushState({ usr: null, key: 'x', idx: 1 }, '', '/catalog');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      await app.see(() => expect(back()?.textContent).toBe(label));
      await app.see(() => expect(document.activeElement).toBe(document.querySelector('main h1')));
      back().click();
      await app.see(() => expect(location.pathname).toBe('/templates'));
    },
  );

  it('shows the overlay with the organization’s name while the permissions there load', async () => {
    const { promise, resolve } = Promise.withResolvers<{ body: object }>();
    const empty: string[] = [];
    app = await openApp('/students', fixture, sessionOf('rosa'), (request) => {
      if (request.call !== 'rpc get_all_user_data') return undefined;
      return request.tenantId === other!._id ? promise : { body: grants('owner') };
    });
    await app.see(() => expect(document.querySelectorAll('tbody tr').length).toBeGreaterThan(1));
    // What is on the page after each change, so that no moment without a page is missed.
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main')) empty.push(document.body.innerHTML);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    history.pushState({ usr: null, key: 'x', idx: 1 }, '', `/settings/${other!._id}/certificates`);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    await app.see(() =>
      expect(document.querySelector('main[aria-busy] h1')?.textContent).toContain(other!.name),
    );
    resolve({ body: grants('admin') });
    await app.see(() => expect(app.page()).toContain('Certificates'));
    watch.disconnect();
    expect(empty).toEqual([]);
  });

  it.each(['/catalog', '/account'])('opens %s for a super admin without an organization', async (path) => {
    app = await openApp(path, fixture, sessionOf('rosa'), (request) =>
      request.call === 'tenants my' ? { body: [] } : asRole('super_admin')(request),
    );
    await app.see(() => expect(document.querySelector('main#page h1')).not.toBeNull());
    expect(location.pathname).toBe(path);
    expect(app.page()).not.toContain('Access denied');
  });

  it('leads others without an organization from the catalog to onboarding', async () => {
    app = await openApp('/catalog', fixture, sessionOf('rosa'), ({ call }) => {
      if (call === 'tenants my') return { body: [] };
      return call === 'rpc get_all_user_data' ? { body: { permissions: [], roles: [] } } : undefined;
    });
    await app.see(() => expect(location.pathname).toBe('/onboarding'));
  });

  it('opens the account also while the operator has closed the organization', async () => {
    const closedAt = '2026-11-20T12:00:00.000Z';
    const closed = ({ call }: SentRequest) =>
      call === 'rpc get_all_user_data' ? { body: { ...grants('owner'), closedAt } } : undefined;
    app = await openApp('/students', fixture, sessionOf('rosa'), closed);
    await app.see(() => expect(app.page()).toContain('nobody can work in'));
    expect(own!.name).not.toBe('');
    app.close();
    app = await openApp('/account', fixture, sessionOf('rosa'), closed);
    await app.see(() => expect(app.page()).toContain('Where you are signed in'));
  });
});
