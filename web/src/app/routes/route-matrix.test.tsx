// @vitest-environment jsdom
import { type TenantRole, tenantRole } from '@sello/contracts';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../../auth/session.ts';
import { fillPath } from '../../tenancy/paths.ts';
import { inviteId, tenantId, type Visitor, visit } from './route-matrix.fixture.tsx';
import { routes } from './table.ts';

// What the editor draws needs a canvas; the guard and the layout around it are the real ones.
vi.mock('../../editor/screen/EditorScreen.tsx', () => ({
  EditorScreen: ({ kind, id }: { kind: string; id?: string }) => (
    <main>
      <h1>{`Editor: ${id ? 'a' : 'a new'} ${kind}`}</h1>
    </main>
  ),
}));
// Whether a sign-in succeeded is asked of the auth server; `first-page.test.tsx` has its answers.
vi.mock('../../auth/index.ts', async (original) => ({
  ...(await original<object>()),
  finishCallback: async () => (session.get().status === 'signed-in' ? 'ok' : 'failed'),
}));

type Who = 'signedOut' | 'alone' | 'blocked' | TenantRole | 'superAdmin' | 'superAdminAlone';

const member = (role: TenantRole): Visitor => ({ isSignedIn: true, role, belongs: true });
const visitors: Record<Who, Visitor> = {
  signedOut: { isSignedIn: false, belongs: false },
  alone: { isSignedIn: true, belongs: false },
  // The server lists only organizations in which the membership is active.
  blocked: { isSignedIn: true, role: 'member', belongs: false, belonged: true },
  owner: member('owner'),
  admin: member('admin'),
  member: member('member'),
  template_designer: member('template_designer'),
  superAdmin: { isSignedIn: true, role: 'super_admin', belongs: true },
  superAdminAlone: { isSignedIn: true, role: 'super_admin', belongs: false },
};
const everyone = Object.keys(visitors) as Who[];

const landing = 'Ten thousand certificates,each one signed.sealed.delivered.verified.';
const onboarding = 'Whose certificates will these be?';
const superAdminsOnly = 'Access Denied. Super admin access required to view this page';
const lacks = (permission: string): string =>
  `Access Denied. You don't have permission to access this page: ${permission}`;

const toAll = (seen: string): Record<Who, string> =>
  Object.fromEntries(everyone.map((who) => [who, seen])) as Record<Who, string>;
/** A page of the staff: people who are signed out see the landing page, people without an organization are led on. */
const staff = (screen: string, others: Partial<Record<Who, string>> = {}): Record<Who, string> => ({
  ...toAll(screen),
  signedOut: `/: ${landing}`,
  alone: `/onboarding: ${onboarding}`,
  blocked: `/onboarding: ${onboarding}`,
  superAdminAlone: '/catalog: Catalog',
  ...others,
});
const denied = (roles: readonly TenantRole[], seen: string): Partial<Record<Who, string>> =>
  Object.fromEntries(roles.map((role) => [role, seen]));
/** Where a page of the editor leads in a document of its own, because its content security policy differs. */
const leavingEditor = {
  signedOut: 'document /',
  alone: 'document /onboarding',
  blocked: 'document /onboarding',
  superAdminAlone: 'document /catalog',
};
const firstScreens: Partial<Record<Who, string>> = {
  owner: '/students: Students',
  admin: '/students: Students',
  member: '/students: Students',
  template_designer: '/templates: Templates',
  superAdmin: '/students: Students',
};

/** What each visitor sees at the path of each route: the heading, after the path when they are led to another. */
const expected: Record<keyof typeof routes, Record<Who, string>> = {
  landing: toAll(landing),
  callback: staff('', {
    ...firstScreens,
    signedOut:
      'Signing in did not finish. It was cancelled, took too long, or began in another browser. Nothing was changed; start again here.',
  }),
  open: staff('', firstScreens),
  onboarding: { ...toAll(onboarding), signedOut: `/: ${landing}` },
  acceptInvite: { ...toAll('Escuela 0 invites someone else'), signedOut: 'Escuela 0 invites you' },
  pendingInvites: { ...toAll(`/onboarding: ${onboarding}`), signedOut: `/: ${landing}` },
  verify: toAll('Verify a certificate'),
  students: staff('Students', denied(['template_designer'], lacks('students.view'))),
  templates: staff('Templates'),
  newTemplate: staff('Editor: a new template', {
    ...leavingEditor,
    ...denied(['member'], lacks('templates.create')),
  }),
  // Members may look at a template that they may not edit.
  template: staff('Editor: a template', { ...leavingEditor, ...denied(['member'], 'Hospital Pharmacy') }),
  catalog: staff('Catalog', { ...denied(tenantRole.options, superAdminsOnly), superAdminAlone: 'Catalog' }),
  newEntry: staff('Editor: a new catalog', {
    ...leavingEditor,
    ...denied(tenantRole.options, superAdminsOnly),
    superAdminAlone: 'Editor: a new catalog',
  }),
  entry: staff('Editor: a catalog', {
    ...leavingEditor,
    ...denied(tenantRole.options, superAdminsOnly),
    superAdminAlone: 'Editor: a catalog',
  }),
  account: { ...toAll('Your account'), signedOut: `/: ${landing}` },
  organizations: staff('Organizations', denied(tenantRole.options, superAdminsOnly)),
  settings: staff('Settings', denied(['member', 'template_designer'], lacks('settings.edit'))),
};

const params = { tenantId, inviteId, templateId: 'c'.repeat(24), entryId: 'd'.repeat(24), tab: 'members' };

describe('the routes', () => {
  it('each have a row of what every visitor sees', () => {
    expect(Object.keys(expected).sort()).toEqual(Object.keys(routes).sort());
    expect(everyone).toEqual(expect.arrayContaining([...tenantRole.options]));
    for (const [name, row] of Object.entries(expected)) {
      expect([name, everyone.filter((who) => !row[who])]).toEqual([name, []]);
    }
  });

  it.each(Object.keys(routes) as (keyof typeof routes)[])(
    'show at “%s” what each visitor may see',
    async (name) => {
      const seen: Partial<Record<Who, string>> = {};
      for (const who of everyone) {
        seen[who] = await visit(fillPath(routes[name].path, params), visitors[who], expected[name][who]);
      }
      expect(seen).toEqual(expected[name]);
    },
  );

  it('lead somebody without an organization to the one invitation, or to the list of several', async () => {
    const one = `/accept-invite/${inviteId.slice(1)}0: Escuela 0 invites you`;
    const two = '/pending-invites: 2 organizations expect you';
    const editor = fillPath(routes.template.path, params);
    const list = routes.pendingInvites.path;
    for (const [path, invitations, seen] of [
      [routes.students.path, 1, one],
      [routes.students.path, 2, two],
      [routes.callback.path, 1, one],
      [routes.callback.path, 2, two],
      [routes.open.path.split('/:')[0]!, 2, two],
      [editor, 2, 'document /pending-invites'],
      [list, 1, '1 organization expects you'],
    ] as const) {
      for (const who of ['alone', 'blocked'] as const) {
        expect([path, who, await visit(path, visitors[who], seen, invitations)]).toEqual([path, who, seen]);
      }
      // Super admins reach the catalog all the same.
      if (path === list || path === editor) continue;
      const catalog = '/catalog: Catalog';
      expect(await visit(path, visitors.superAdminAlone, catalog, invitations)).toBe(catalog);
    }
  });

  it('say of an organization that somebody does not belong to that it is not found', async () => {
    const path = fillPath(routes.settings.path, { tenantId: 'e'.repeat(24), tab: 'members' });
    const seen = 'Tenant not found. You belong to no organization of this address. Choose another above.';
    expect(await visit(path, visitors.owner, seen)).toBe(seen);
  });

  it('lead every other path to the landing page', async () => {
    for (const who of ['signedOut', 'alone', 'owner'] as const) {
      const seen = `/: ${landing}`;
      expect(await visit('/nowhere/at/all', visitors[who], seen)).toBe(seen);
    }
  });
});
