import type { Page } from 'playwright-core';
import { dialog, type Scene } from './scene.ts';

const general = '/settings/{tenant}/general';
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const rename = (page: Page): Promise<void> =>
  page.locator('.general input[name=publicName]').fill('Instituto Cordillera de Lima');
const giveLogo = (page: Page, name: string, bytes: Buffer): Promise<void> =>
  page.locator('.logo-field input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: bytes });

/** The tabs of the settings, but for the states of the certificates' own. */
export const settingsScenes: readonly Scene[] = [
  { name: 'settings-general', path: general, signedIn: true },
  {
    name: 'settings-general-loading',
    path: general,
    signedIn: true,
    answers: () => ({ 'tenants settings': 'never' }),
  },
  {
    name: 'settings-general-broken',
    path: general,
    signedIn: true,
    answers: () => ({
      'tenants settings': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  { name: 'settings-general-changed', path: general, signedIn: true, act: rename },
  {
    name: 'settings-general-refused',
    path: general,
    signedIn: true,
    fixture: ({ settings }) => void delete settings.logoUrl,
    act: async (page) => {
      for (const name of ['name', 'publicName']) await page.locator(`.general input[name=${name}]`).fill(' ');
      await giveLogo(page, 'escudo.svg', Buffer.from('<svg/>'));
      await page.locator('.logo-field [role=alert]').waitFor();
      await page.locator('.save-bar .btn').last().click();
    },
  },
  {
    name: 'settings-general-logo',
    path: general,
    signedIn: true,
    answers: ({ settings }) => ({
      'assets upload': {
        body: {
          ...{ _id: '5'.repeat(24), size: 48_300, mediaType: 'image/png', fileName: 'escudo-2026.png' },
          ...{ width: 640, height: 640, createdAt: '2026-11-22T12:00:00.000Z' },
          logoUrl: settings.logoUrl?.replace(/logo-\d/, 'logo-2'),
        },
      },
    }),
    act: async (page) => {
      await giveLogo(page, 'escudo-2026.png', png);
      await page.locator('.logo-field bdi').waitFor();
      await page.locator('.general .switch').first().click();
    },
  },
  {
    name: 'settings-general-uploading',
    path: general,
    signedIn: true,
    answers: () => ({ 'assets upload': 'never' }),
    act: async (page) => {
      await giveLogo(page, 'escudo-2026.png', png);
      await page.locator('.logo-field [role=status]').waitFor();
    },
  },
  {
    name: 'settings-general-leave',
    path: general,
    signedIn: true,
    act: async (page) => {
      await rename(page);
      await page.locator('.tabs a').nth(1).click();
      await dialog(page).waitFor();
    },
  },
  { name: 'settings-theme', path: '/settings/{tenant}/theme', signedIn: true },
  { name: 'settings-verification', path: '/settings/{tenant}/verification', signedIn: true },
  { name: 'settings-onboardings', path: '/settings/{tenant}/onboardings', signedIn: true },
  { name: 'settings-integrations', path: '/settings/{tenant}/integrations', signedIn: true },
  {
    name: 'settings-off',
    path: '/settings/{tenant}/certificates',
    signedIn: true,
    act: async (page) => {
      await page.locator('.settings .switch').click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'settings-upload',
    path: '/settings/{tenant}/certificates',
    signedIn: true,
    act: async (page) => {
      await page.locator('.all-certificates .btn').first().click();
      await dialog(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'registro.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from('x') });
      await page.locator('.dialog input[type=password]').waitFor();
    },
  },
  { name: 'settings-elsewhere', path: '/settings/{tenant}/nothing', signedIn: true },
  {
    name: 'settings-no-tenant',
    path: `/settings/${'e'.repeat(24)}/general`,
    signedIn: true,
    act: (page) => page.locator('.denied').waitFor(),
  },
];
