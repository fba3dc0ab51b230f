import type { Role, Tenant } from '@sello/contracts';
import { permissionsOf, tenantRole } from '@sello/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/queryClient.ts';
import { session } from '../../auth/session.ts';
import { startTexts } from '../../i18n/index.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { knownFirstScreen } from '../../tenancy/FirstScreen.tsx';
import { RoutesContext } from '../../tenancy/routes.ts';
import { StaticNavigation } from '../../ui/link/navigation.fixture.tsx';
import { routes } from '../routes/table.ts';
import { PublicHeader } from './PublicHeader.tsx';

const user = { id: 'a'.repeat(24), email: 'ana@example.org', name: 'Ana' };
const tenant = { _id: 'b'.repeat(24), name: 'Academia' } as Tenant;

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startTexts();
  await knownFirstScreen.fetch();
  session.set({ status: 'signed-in', user, accessToken: 'token' });
});
afterAll(() => {
  session.set({ status: 'starting' });
  setActiveTenant(null);
  vi.unstubAllGlobals();
});

/** The links in the header for a person with these organizations and this role. */
function linksOf(tenants: Tenant[], role?: Role): string[] {
  queryClient.clear();
  // As after the first visit: static markup has no effect that makes it the active one.
  setActiveTenant(tenants[0]?._id ?? null);
  queryClient.setQueryData(['tenants', 'my', {}, user.id], tenants);
  const body = { user_uuid: user.id, tenant_uuid: tenant._id };
  const permissions = role && role !== 'super_admin' ? permissionsOf[role] : [];
  queryClient.setQueryData(['rpc', 'get_all_user_data', body, tenant._id], { permissions, roles: [role] });
  const html = renderToStaticMarkup(
    <StaticNavigation>
      <RoutesContext value={routes}>
        <PublicHeader />
      </RoutesContext>
    </StaticNavigation>,
  );
  const own = /<div class="who">.*?<\/span>/s.exec(html)![0];
  expect(html).toContain(user.email);
  return [...own.matchAll(/<a class="plain" href="([^"]*)"/g)].map(([, to]) => to!);
}

describe('the header of the public pages', () => {
  it.each(tenantRole.options)('links a %s to the first screen that they may see', (role) => {
    const own = permissionsOf[role].includes('students.view') ? '/students' : '/templates';
    expect(linksOf([tenant], role)).toEqual(['/verify', own]);
  });

  it('links to where people without an organization are led on', () => {
    expect(linksOf([])).toEqual(['/verify', '/open']);
  });
});
