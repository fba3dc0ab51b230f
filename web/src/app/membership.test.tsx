// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../scripts/shots/fixture.ts';
import { queryClient } from '../api/queryClient.ts';
import { activeTenant } from '../state/activeTenant.ts';
import { clearToasts } from '../ui/toast/queue.ts';
import { type OpenedScreen, openScreen } from './routes/open-screen.fixture.tsx';

let opened: OpenedScreen;
afterEach(async () => {
  await opened.close();
  for (const close of document.querySelectorAll<HTMLElement>('.toast .icon-btn')) close.click();
  clearToasts();
});

const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent ?? '');

/** Others change the memberships of the person; then the list is read again, as after the socket was closed. */
async function change(work: () => void): Promise<void> {
  work();
  await opened.settle(() => queryClient.invalidateQueries({ queryKey: ['tenants', 'my'] }));
}

async function open(path = '/students', loaded?: string): Promise<Fixture> {
  const fixture = createFixture();
  activeTenant.set(fixture.tenants[0]!._id);
  opened = await openScreen(path.replace('{tenant}', fixture.tenants[0]!._id), fixture, loaded);
  return fixture;
}

describe('a person whom others', () => {
  it('remove is told so until they close it, and led to the first screen of another organization', async () => {
    const fixture = await open('/settings/{tenant}/general', '.general');
    const [, second] = fixture.tenants;
    await change(() => fixture.tenants.shift());
    await vi.waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()[0]).toContain('You are no longer a member of Instituto Cordillera');
    expect(activeTenant.get()).toBe(second!._id);
    await vi.waitFor(() => expect(opened.place.querySelector('h1')?.textContent).toBe('Students'));
    expect(opened.calls.at(-1)).not.toContain('settings');
  });

  it('remove from another organization than that of the page stays on the page', async () => {
    const fixture = await open('/settings/{tenant}/general', '.general');
    await change(() => fixture.tenants.pop());
    await vi.waitFor(() => expect(toasts()[0]).toContain('You are no longer a member of Escola Santa Inês'));
    expect(opened.place.querySelector('.general')).not.toBeNull();
  });

  it('give another role is told which, and the page follows', async () => {
    const fixture = await open('/settings/{tenant}/general', '.general');
    await change(() => {
      fixture.tenants[0] = { ...fixture.tenants[0]!, role: 'member' };
      fixture.roles = ['member'];
      fixture.permissions = ['nav.students', 'students.view'];
    });
    await vi.waitFor(() => expect(toasts()[0]).toContain('Your role in Instituto Cordillera is now Member'));
    await vi.waitFor(() => expect(opened.place.querySelector('h1')?.textContent).toBe('Access Denied'));
    expect(opened.place.querySelector('.general')).toBeNull();
  });

  it('remove from the only organization is led to create or join one', async () => {
    const fixture = await open();
    fixture.tenants.length = 1;
    await opened.settle(() => queryClient.invalidateQueries({ queryKey: ['tenants', 'my'] }));
    clearToasts();
    for (const close of document.querySelectorAll<HTMLElement>('.toast .icon-btn')) close.click();
    await change(() => fixture.tenants.pop());
    await vi.waitFor(() => expect(toasts().join()).toContain('no longer a member of Instituto Cordillera'));
    await vi.waitFor(() => expect(opened.place.textContent).toContain('Whose certificates will these be?'));
    expect(toasts().join()).toContain('no longer a member of Instituto Cordillera');
  });
});
