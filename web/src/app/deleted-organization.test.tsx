// @vitest-environment jsdom
import type { Tenant } from '@sello/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../scripts/shots/fixture.ts';
import { activeTenant } from '../state/activeTenant.ts';
import { type OpenedScreen, openScreen } from './routes/open-screen.fixture.tsx';

let opened: OpenedScreen;
afterEach(() => opened.close());

const dayMs = 24 * 60 * 60_000;

/** The first organization is deleted and can be restored for some days. */
function deletedFixture(role: Tenant['role'], days: number): Fixture {
  const fixture = createFixture();
  const [tenant] = fixture.tenants;
  const until = new Date(Date.now() + days * dayMs).toISOString();
  const deletion = { at: new Date(Date.now() - dayMs).toISOString(), until };
  fixture.tenants[0] = { ...tenant!, role: role!, deletion };
  activeTenant.set(tenant!._id);
  return fixture;
}
const open = (fixture: Fixture, overrides = {}) =>
  openScreen('/students', fixture, 'main.denied h1', overrides);
const text = () => opened.place.textContent ?? '';
const button = () => opened.place.querySelector<HTMLButtonElement>('main .btn');

describe('a deleted organization', () => {
  it('shows owners the days that are left, and is open again once it is restored', async () => {
    const fixture = deletedFixture('owner', 12);
    const overrides = { 'tenants restore': { body: fixture.tenants[1] } };
    opened = await open(fixture, overrides);
    expect(text()).toContain('12 days are left');
    expect(opened.calls.filter((call) => call.startsWith('students'))).toEqual([]);
    const { deletion: _, ...restored } = fixture.tenants[0]!;
    fixture.tenants[0] = restored;
    await opened.settle(() => button()?.click());
    expect(opened.bodies).toContainEqual({ call: 'tenants restore', body: { tenantId: restored._id } });
    await vi.waitFor(() => expect(opened.place.querySelectorAll('tbody tr').length).toBeGreaterThan(1));
  });

  it('shows other members whom to ask, and nobody a button when the time is over', async () => {
    opened = await open(deletedFixture('admin', 3));
    expect(text()).toContain('one of its owners can restore it');
    expect(button()).toBeNull();
    await opened.close();
    opened = await open(deletedFixture('owner', -1));
    expect(text()).toContain('The time to restore it is over');
    expect(button()).toBeNull();
  });

  it('says why it could not be restored', async () => {
    const refused = { status: 410, body: { error: 'x', code: 'organization_ended', requestId: 'r' } };
    opened = await open(deletedFixture('owner', 1), { 'tenants restore': refused });
    expect(text()).toContain('1 day is left');
    await opened.settle(() => button()?.click());
    expect(opened.place.querySelector('[role=alert]')?.textContent).toBe(
      'This organization can no longer be restored',
    );
  });
});
