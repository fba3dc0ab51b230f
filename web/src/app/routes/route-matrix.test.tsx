// @vitest-environment jsdom
import { type TenantRole, tenantRole } from '@sello/contracts';
import { describe, expect, it, vi } from 'vitest';
import { session } from '../../auth/session.ts';
import { fillPath } from '../../tenancy/paths.ts';
import { inviteId, tenantId, type Visitor, visit } from './route-matrix.fixture.tsx';
import { everyone, expected, landing, pathsOf, type Who } from './route-matrix-expected.fixture.ts';
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
const ids = { templateId: 'c'.repeat(24), entryId: 'd'.repeat(24), studentId: '1'.repeat(24) };
const params = {
  reference: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
  token: '0'.repeat(32),
  tenantId,
  inviteId: `${inviteId}${'5'.repeat(32)}`,
  ...ids,
  batchId: 'e'.repeat(24),
  tab: 'members',
};
const paths = pathsOf(params);

describe('the routes', () => {
  it('each have a row of what every visitor sees', () => {
    expect(Object.keys(expected).sort()).toEqual(Object.keys(routes).sort());
    for (const [name, { path }] of Object.entries(routes)) {
      // The page of one organization is a part of that of all, and that of a certificate of the form.
      const isOptional = { organizationId: undefined, ...(name === 'verify' && { reference: undefined }) };
      const filled = fillPath(path, { ...params, ...isOptional });
      expect(paths[name as keyof typeof routes]).toBe(filled);
    }
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
        seen[who] = await visit(paths[name], visitors[who], expected[name][who]);
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
