import type { Fixture } from './fixture.ts';
import { dialog, rowBox, type Scene } from './scene.ts';

const grants = ({ permissions, roles }: Fixture) => ({ permissions, roles });
const mailPause = {
  at: '2026-11-19T17:44:00.000Z',
  reason: `Strangers complained: ${'unbroken'.repeat(12)}`,
};

/** Screens of an organization whose mail or access the operator has paused. */
export const pausedScenes: readonly Scene[] = [
  {
    name: 'students-mail-paused',
    path: '/students',
    signedIn: true,
    answers: () => ({
      'certificates send-emails': { status: 409, body: { error: 'x', code: 'mail_paused', requestId: 'r' } },
    }),
    act: async (page) => {
      await rowBox(page, 0).click();
      await rowBox(page, 1).click();
      await page.locator('.toolbar button[aria-haspopup]').click();
      await page.locator('[role=menuitem]').nth(2).click();
      await dialog(page).locator('.end .btn').last().click();
      await page.locator('.dialog .end .btn:only-child').waitFor();
    },
  },
  {
    name: 'students-mail-stopped',
    path: '/students',
    signedIn: true,
    stored: (fixture) => ({ 'sello.mailPaused': fixture.tenants[0]!._id }),
    answers: (fixture) => ({ 'rpc get_all_user_data': { body: { ...grants(fixture), mailPause } } }),
    act: async (page) => {
      await page.locator('.mail-paused').waitFor();
      await rowBox(page, 0).click();
      await page.locator('.toolbar button[aria-haspopup]').click();
      await page.locator('[role=menuitem]').nth(2).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'students-mail-notice',
    path: '/students',
    signedIn: true,
    tray: true,
    stored: (fixture) => ({ 'sello.mailPaused': fixture.tenants[0]!._id }),
    answers: (fixture) => ({ 'rpc get_all_user_data': { body: { ...grants(fixture), mailPause } } }),
    act: (page) => page.locator('.mail-paused').waitFor(),
  },
  {
    name: 'organization-closed',
    path: '/students',
    signedIn: true,
    answers: (fixture) => ({
      'rpc get_all_user_data': { body: { ...grants(fixture), closedAt: mailPause.at } },
    }),
  },
];
