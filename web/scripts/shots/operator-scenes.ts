import type { Page } from 'playwright-core';
import { dialog, type Scene } from './scene.ts';
import type { World } from './world.ts';

const operator = (world: World): void => {
  world.roles = ['super_admin'];
};
const openConfirm = async (page: Page): Promise<void> => {
  await page.locator('.table.op .btn--line').first().click();
  await dialog(page).waitFor();
};

/** What super admins alone see. */
export const operatorScenes: readonly Scene[] = [
  { name: 'organizations', path: '/organizations', signedIn: true, world: operator },
  {
    name: 'organizations-loading',
    path: '/organizations',
    signedIn: true,
    world: operator,
    answers: () => ({ 'organizations list': 'never' }),
  },
  {
    name: 'organizations-none',
    path: '/organizations?q=Cordilera',
    signedIn: true,
    world: (world) => {
      operator(world);
      world.organizations = [];
    },
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    name: 'organizations-broken',
    path: '/organizations',
    signedIn: true,
    world: operator,
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
    world: operator,
    act: (page) => page.locator('.reports li').first().waitFor(),
  },
  {
    name: 'organization-pause',
    path: '/organizations/000000000000000000000388',
    signedIn: true,
    world: operator,
    act: async (page) => {
      await page.locator('.perils .btn').nth(1).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'organizations-confirm',
    path: '/organizations',
    signedIn: true,
    world: operator,
    act: openConfirm,
  },
  {
    name: 'organizations-alike',
    path: '/organizations',
    signedIn: true,
    world: operator,
    answers: (world) => ({
      'organizations confirm': {
        status: 409,
        body: {
          error: 'x',
          code: 'tenant_name_confusable',
          requestId: 'r',
          details: { _id: world.organizations[1]?._id, name: world.organizations[1]?.name },
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
    world: operator,
    act: async (page) => {
      await page.locator('.table.op .btn--bare').first().click();
      await dialog(page).waitFor();
    },
  },
];
