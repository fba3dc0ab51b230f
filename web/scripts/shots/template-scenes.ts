import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, type Scene } from './scene.ts';

const chooseTwo = async (page: Page): Promise<void> => {
  const boxes = page.locator('.sheet-cap input[type=checkbox]');
  await boxes.nth(1).click();
  await boxes.nth(4).click();
};
const withoutEditing = (fixture: Fixture): void => {
  fixture.permissions = fixture.permissions.filter((held) => held !== 'templates.edit');
  fixture.roles = ['member'];
};

/** The templates of an organization, and one of them. */
export const templateScenes: readonly Scene[] = [
  { name: 'templates', path: '/templates', signedIn: true, act: chooseTwo },
  { name: 'templates-member', path: '/templates', signedIn: true, fixture: withoutEditing },
  {
    name: 'templates-delete',
    path: '/templates',
    signedIn: true,
    act: async (page) => {
      await chooseTwo(page);
      await page.locator('.pickbar .btn').click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'templates-loading',
    path: '/templates',
    signedIn: true,
    answers: () => ({ 'templates list': 'never' }),
  },
  {
    name: 'templates-empty',
    path: '/templates',
    signedIn: true,
    fixture: (fixture) => void fixture.templates.splice(0),
  },
  {
    name: 'templates-broken',
    path: '/templates',
    signedIn: true,
    answers: () => ({
      'templates list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  { name: 'template', path: `/templates/${'0'.repeat(22)}64`, signedIn: true },
  {
    name: 'template-loading',
    path: `/templates/${'0'.repeat(22)}64`,
    signedIn: true,
    answers: () => ({ 'templates get': 'never' }),
  },
];
