import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, type Scene } from './scene.ts';

const dayMs = 24 * 60 * 60_000;

/** The first organization is deleted; `role` is that of the person in it. */
function deleted(role: 'owner' | 'admin', daysLeft: number) {
  return (fixture: Fixture): void => {
    const [tenant] = fixture.tenants;
    const moment = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    if (tenant) {
      const deletion = { at: moment(daysLeft - 30), until: moment(daysLeft) };
      fixture.tenants[0] = { ...tenant, role, deletion };
    }
  };
}

async function openDelete(page: Page): Promise<void> {
  await page.locator('.end-organization .btn--danger').click();
  await dialog(page).waitFor();
}

/** How an organization ends. */
export const endingScenes: readonly Scene[] = [
  {
    name: 'settings-delete',
    path: '/settings/{tenant}/general',
    signedIn: true,
    act: openDelete,
  },
  {
    name: 'settings-delete-refused',
    path: '/settings/{tenant}/general',
    signedIn: true,
    answers: () => ({
      'tenants delete': { status: 403, body: { error: 'x', code: 'owner_required', requestId: 'r' } },
    }),
    act: async (page) => {
      await openDelete(page);
      const name = await dialog(page).locator('form bdi').first().textContent();
      await dialog(page)
        .locator('form input')
        .fill(name ?? '');
      await dialog(page).locator('.btn--danger-full').click();
      await dialog(page).locator('[role=alert]').waitFor();
    },
  },
  { name: 'organization-deleted', path: '/students', signedIn: true, fixture: deleted('owner', 12) },
  { name: 'organization-deleted-member', path: '/students', signedIn: true, fixture: deleted('admin', 12) },
  { name: 'organization-deleted-over', path: '/students', signedIn: true, fixture: deleted('owner', -1) },
];
