// @vitest-environment jsdom
import type { TenantRole } from '@sello/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { type OpenedApp, openApp, type SentRequest, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
const [{ timeZone: _, ...own }] = fixture.tenants as [(typeof fixture.tenants)[number]];

let app: OpenedApp;
afterEach(() => app.close());

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
  await app.see(() => expect(app.sent.some(({ call }) => call === 'students list')).toBe(true));
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
    expect(named()).toEqual([]);
  });
});
