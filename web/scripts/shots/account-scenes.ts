import type { Page } from 'playwright-core';
import { dialog, type Scene } from './scene.ts';

const ask = (place: number) => async (page: Page) => {
  await page.locator('.account .acts .btn').nth(place).click();
  await dialog(page).waitFor();
};
const account = { path: '/account', signedIn: true } as const;

/** The person's own page. */
export const accountScenes: readonly Scene[] = [
  { name: 'account', ...account, act: (page) => page.locator('.sessions-table').waitFor() },
  {
    name: 'account-leave',
    ...account,
    act: async (page) => {
      await page.locator('.own-organizations .btn').last().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'account-only-owner',
    ...account,
    fixture: (fixture) => {
      const [first, second] = fixture.tenants;
      const moment = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
      const deletion = { at: moment(-18), until: moment(12) };
      fixture.tenants = [{ ...first!, onlyOwner: true }, second!];
      for (const [place, one] of [first!, second!].entries())
        fixture.tenants.push({ ...one, _id: `${place}`.repeat(24), deletion });
    },
    act: (page) => page.locator('.sessions-table').waitFor(),
  },
  {
    name: 'account-alone',
    ...account,
    fixture: (fixture) => {
      fixture.tenants = [];
      fixture.sessions.splice(1);
    },
    act: (page) => page.locator('.sessions-table').waitFor(),
  },
  { name: 'account-loading', ...account, answers: () => ({ 'sessions list': 'never' }) },
  {
    name: 'account-broken',
    ...account,
    answers: () => ({
      'sessions list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  { name: 'account-others', ...account, act: ask(0) },
  { name: 'account-everywhere', ...account, act: ask(1) },
  {
    name: 'account-ended',
    ...account,
    act: async (page) => {
      await page.locator('.sessions-table .btn').first().click();
      await page.locator('.toast').first().waitFor();
    },
  },
];
