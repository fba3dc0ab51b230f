// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { trayOpen } from '../batches/store.ts';
import { activeTenant } from '../state/activeTenant.ts';
import { type OpenedScreen, openScreen } from './routes/open-screen.fixture.tsx';

let opened: OpenedScreen;
afterEach(() => opened.close());

const fixture = createFixture();
const [tenant] = fixture.tenants;
const open = (roles = ['owner'], overrides = {}) => {
  activeTenant.set(tenant!._id);
  const rights = { body: { permissions: fixture.permissions, roles } };
  return openScreen(`/settings/${tenant!._id}/general`, fixture, '.general', {
    ...{ 'rpc get_all_user_data': rights },
    ...overrides,
  });
};
const section = () => opened.place.querySelector('.end-organization');
const press = (button: Element | null | undefined) =>
  opened.settle(() => (button as HTMLButtonElement | null)?.click());

async function type(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('.dialog form input')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, name);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the end of an organization', () => {
  it('is for owners alone', async () => {
    opened = await open(['admin']);
    expect(section()).toBeNull();
  });

  it('exports all data, which is followed in the tray', async () => {
    opened = await open(['owner'], { 'tenants export': { status: 202, body: { batchId: 'b'.repeat(24) } } });
    await press(section()?.querySelector('.btn--line'));
    expect(opened.bodies).toContainEqual({ call: 'tenants export', body: { tenantId: tenant!._id } });
    expect(trayOpen.get()).toBe(true);
  });

  it('deletes it once its name is typed', async () => {
    opened = await open(['owner'], { 'tenants delete': { body: tenant } });
    await press(section()?.querySelector('.btn--danger'));
    const act = () => document.querySelector<HTMLButtonElement>('.dialog .btn--danger-full');
    await vi.waitFor(() => expect(act()?.disabled).toBe(true));
    await type(`${tenant!.name}x`);
    expect(act()?.disabled).toBe(true);
    await type(tenant!.name);
    expect(act()?.disabled).toBe(false);
    const before = opened.calls.filter((call) => call.startsWith('tenants my')).length;
    await press(act());
    const body = { tenantId: tenant!._id, name: tenant!.name };
    expect(opened.bodies).toContainEqual({ call: 'tenants delete', body });
    expect(opened.calls.filter((call) => call.startsWith('tenants my')).length).toBe(before + 1);
  });
});
