// @vitest-environment jsdom
import { permissionsOf } from '@sello/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { type OpenedApp, openApp, type Server, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
const [tenant, other] = fixture.tenants;

let app: OpenedApp;
let answerRights: (role: 'owner' | 'template_designer') => void;
afterEach(() => app.close());

/** A server whose answer to the question of permissions is on its way until `answerRights`. */
function slowRights(): Server {
  const { promise, resolve } = Promise.withResolvers<{ body: object }>();
  answerRights = (role) => resolve({ body: { permissions: permissionsOf[role], roles: [role] } });
  return ({ call }) => (call === 'rpc get_all_user_data' ? promise : undefined);
}

const claimsOf = (role: 'owner' | 'template_designer', tenantId: string | null) => ({
  metadata: { permissions: permissionsOf[role], roles: [role], tenantId },
});
const rows = () => document.querySelectorAll('tbody tr:not(.waiting)').length;
const links = () => [...document.querySelectorAll('header .nav a')].map((link) => link.getAttribute('href'));

describe('the first page', () => {
  it('opens with the permissions of the token, and follows those of the server when they come', async () => {
    app = await openApp(
      '/students',
      fixture,
      sessionOf('rosa', claimsOf('owner', tenant!._id)),
      slowRights(),
    );
    await app.see(() => expect(rows()).toBeGreaterThan(1));
    expect(links()).toContain('/students');
    answerRights('template_designer');
    await app.see(() => expect(app.page()).toContain('students.view'));
    expect(links()).toEqual(['/templates']);
  });

  it('reads lists in the organization that it shows, as often without one that was chosen before', async () => {
    const listsOf = async (kept: Record<string, string>) => {
      const stored = sessionOf('rosa', claimsOf('owner', tenant!._id));
      app = await openApp('/students', fixture, stored, () => undefined, kept);
      await app.see(() => expect(rows()).toBeGreaterThan(1));
      const lists = app.sent.filter(({ call }) => call === 'students list');
      app.close();
      return lists.map(({ tenantId }) => tenantId);
    };
    const lists = await listsOf({ activeTenantId: tenant!._id });
    expect(new Set(lists)).toEqual(new Set([tenant!._id]));
    expect(await listsOf({})).toEqual(lists);
  });

  it.each([
    ['of another organization', claimsOf('template_designer', other!._id)],
    ['that cannot be read', { metadata: { roles: ['king'], tenantId: tenant!._id } }],
    ['that names no organization', { metadata: { permissions: [], roles: [] } }],
  ])('waits for the server with a token %s', async (_, options) => {
    app = await openApp('/students', fixture, sessionOf('rosa', options), slowRights());
    await app.see(() => expect(app.sent.map(({ call }) => call)).toContain('rpc get_all_user_data'));
    await app.see(() => expect(document.querySelector('main[aria-busy]')).not.toBeNull());
    answerRights('owner');
    await app.see(() => expect(rows()).toBeGreaterThan(1));
  });
});
