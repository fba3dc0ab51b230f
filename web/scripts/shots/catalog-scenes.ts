import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, type Scene } from './scene.ts';

const operator = (fixture: Fixture): void => {
  fixture.roles = ['super_admin'];
};
const pickThree = async (page: Page): Promise<void> => {
  const boxes = page.locator('.sheet-cap input[type=checkbox]');
  for (const place of [0, 1, 3]) await boxes.nth(place).click();
};
const openMenu = async (page: Page): Promise<void> => {
  await page.locator('.sheet-cap [aria-haspopup]').nth(2).click();
  await page.locator('.menu-item').first().waitFor();
};
const rename = async (page: Page): Promise<void> => {
  await openMenu(page);
  await page.locator('.menu-item').first().click();
  await page.locator('.rename .input').waitFor();
};
const scene = (name: string, more: Partial<Scene> = {}): Scene => ({
  ...{ name, path: '/catalog', signedIn: true, fixture: operator },
  ...more,
});

/** The catalog, for super admins. */
export const catalogScenes: readonly Scene[] = [
  scene('catalog', {
    act: async (page) => {
      await pickThree(page);
      await rename(page);
    },
  }),
  scene('catalog-menu', { act: openMenu }),
  scene('catalog-conflict', {
    answers: () => ({
      'templates catalog-upsert': {
        status: 409,
        body: {
          error: 'x',
          code: 'template_conflict',
          requestId: 'r',
          details: { rev: 2, updatedAt: '2026-11-20T15:04:00.000Z', updatedBy: 'Ximena Peñaloza' },
        },
      },
    }),
    act: async (page) => {
      await rename(page);
      await page.locator('.rename .input').fill('Blue lines');
      await page.locator('.rename .input').press('Enter');
      await page.locator('.toast').waitFor();
    },
  }),
  scene('catalog-unnamed', {
    act: async (page) => {
      await rename(page);
      await page.locator('.rename .input').fill(' ');
      await page.locator('.rename .input').press('Enter');
      await page.locator('.rename .hint').waitFor();
    },
  }),
  scene('catalog-delete', {
    act: async (page) => {
      await pickThree(page);
      await page.locator('.pickbar .btn').click();
      await dialog(page).waitFor();
    },
  }),
  scene('catalog-loading', { answers: () => ({ 'templates catalog-list': 'never' }) }),
  scene('catalog-empty', {
    fixture: (fixture) => {
      operator(fixture);
      fixture.catalog.splice(0);
    },
  }),
  scene('catalog-broken', {
    answers: () => ({
      'templates catalog-list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  }),
  scene('catalog-denied', { fixture: () => undefined }),
  scene('catalog-tenantless', {
    fixture: (fixture) => {
      operator(fixture);
      fixture.tenants.splice(0);
    },
  }),
];
