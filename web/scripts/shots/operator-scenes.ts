import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, type Scene } from './scene.ts';

const operator = (fixture: Fixture): void => {
  fixture.roles = ['super_admin'];
};
const openConfirm = async (page: Page): Promise<void> => {
  await page.locator('.table.op .btn--line').first().click();
  await dialog(page).waitFor();
};

/** Screens for super admins only. */
export const operatorScenes: readonly Scene[] = [
  { name: 'organizations', path: '/organizations', signedIn: true, fixture: operator },
  {
    // Hover changes the row's background and the link's colour, so the contrast is measured with both.
    name: 'organizations-hover',
    path: '/organizations',
    signedIn: true,
    fixture: operator,
    act: (page) => page.locator('tbody td.name a').first().hover(),
  },
  {
    name: 'organizations-loading',
    path: '/organizations',
    signedIn: true,
    fixture: operator,
    answers: () => ({ 'organizations list': 'never' }),
  },
  {
    name: 'organizations-none',
    path: '/organizations?q=Cordilera',
    signedIn: true,
    fixture: (fixture) => {
      operator(fixture);
      fixture.organizations = [];
    },
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    name: 'organizations-broken',
    path: '/organizations',
    signedIn: true,
    fixture: operator,
    answers: () => ({
      'organizations list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  { name: 'organizations-denied', path: '/organizations', signedIn: true },
  {
    name: 'organization',
    path: '/organizations/000000000000000000000388',
    signedIn: true,
    fixture: operator,
    act: (page) => page.locator('.reports li').first().waitFor(),
  },
  {
    name: 'organization-pause',
    path: '/organizations/000000000000000000000388',
    signedIn: true,
    fixture: operator,
    act: async (page) => {
      await page.locator('.perils .btn').nth(1).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'organizations-confirm',
    path: '/organizations',
    signedIn: true,
    fixture: operator,
    act: openConfirm,
  },
  {
    name: 'organizations-alike',
    path: '/organizations',
    signedIn: true,
    fixture: operator,
    answers: (fixture) => ({
      'organizations confirm': {
        status: 409,
        body: {
          error: 'x',
          code: 'tenant_name_confusable',
          requestId: 'r',
          details: { _id: fixture.organizations[1]?._id, name: fixture.organizations[1]?.name },
        },
      },
    }),
    act: async (page) => {
      await openConfirm(page);
      await page.locator('.dialog textarea').fill('Called them.');
      await page.locator('.dialog .end .btn').last().click();
      await page.locator('.dialog .cmp').waitFor();
    },
  },
  {
    name: 'organizations-withdraw',
    path: '/organizations',
    signedIn: true,
    fixture: operator,
    act: async (page) => {
      await page.locator('.table.op .btn--bare').first().click();
      await dialog(page).waitFor();
    },
  },
];
