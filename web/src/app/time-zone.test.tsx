// @vitest-environment jsdom
import type { TenantRole } from '@sello/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import type * as FirstTimeZone from '../tenancy/first-time-zone.ts';
import { type OpenedApp, openApp, type SentRequest, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
const [{ timeZone: _, ...own }] = fixture.tenants as [(typeof fixture.tenants)[number]];

/** Called by the part that names the time zone, in the same moment and just before. */
const followTenant = vi.fn(() => () => undefined);
/** What that part has called, whatever became of it. */
const nameTimeZone = vi.fn();

let app: OpenedApp;
beforeEach(() => {
  vi.doMock('./live/follow.ts', () => ({ followTenant }));
  vi.doMock('../tenancy/first-time-zone.ts', async (original) => {
    const { nameTimeZone: name } = await original<typeof FirstTimeZone>();
    return { nameTimeZone: nameTimeZone.mockImplementation(name) };
  });
});
afterEach(() => {
  app.close();
  vi.clearAllMocks();
  vi.doUnmock('./live/follow.ts');
  vi.doUnmock('../tenancy/first-time-zone.ts');
});

/** Opens the app as somebody of an organization that has no time zone yet. */
async function visitAs(role: TenantRole, more: object = {}) {
  let tenant: object = { ...own, role, ...more };
  const server = ({ call }: SentRequest) => {
    if (call === 'tenants my') return { body: [tenant] };
    if (call !== 'tenants time-zone') return undefined;
    tenant = { ...tenant, timeZone: 'America/Lima' };
    return { body: tenant };
  };
  app = await openApp('/students', fixture, sessionOf('rosa'), server);
  await app.see(() => expect(document.querySelector('h1')?.textContent).toBe('Students'));
  // The page is there before that part is loaded.
  await app.see(() => expect(followTenant).toHaveBeenCalled());
}
const named = () => app.sent.filter(({ call }) => call === 'tenants time-zone');

describe('an organization without a time zone', () => {
  it('gets that of its owner’s browser, by one call that names it, and nobody is told', async () => {
    await visitAs('owner');
    await app.see(() => expect(named()).toHaveLength(1));
    expect(named()[0]).toMatchObject({ method: 'POST', tenantId: own._id });
    expect(document.querySelector('.toast')).toBeNull();
  });

  it.each<[string, TenantRole, object]>([
    ['a member visits', 'member', {}],
    ['an admin visits', 'admin', {}],
    ['it has one', 'owner', { timeZone: 'Asia/Tokyo' }],
  ])('is left as it is when %s', async (_name, role, more) => {
    await visitAs(role, more);
    expect(nameTimeZone).not.toHaveBeenCalled();
    expect(named()).toEqual([]);
  });
});
