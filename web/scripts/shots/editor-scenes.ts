import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, type Scene } from './scene.ts';

const templatePath = `/templates/${'64'.padStart(24, '0')}`;

const asSuperAdmin = (fixture: Fixture): void => {
  fixture.roles = ['super_admin'];
};

/** Waits until the page is drawn: its picture is in the strip. */
const drawn = async (page: Page): Promise<void> => {
  await page.locator('.strip .leaf img').first().waitFor();
};

const openSheet =
  (keys: string) =>
  async (page: Page): Promise<void> => {
    await drawn(page);
    await page.keyboard.press(keys);
    await dialog(page).waitFor();
  };

/** The editor: an open template, an empty sheet, an entry of the catalog. */
export const editorScenes: readonly Scene[] = [
  { name: 'editor', path: templatePath, signedIn: true, act: drawn },
  { name: 'editor-new', path: '/templates/new', signedIn: true, act: drawn },
  { name: 'catalog-new', path: '/catalog/new', signedIn: true, fixture: asSuperAdmin, act: drawn },
  { name: 'editor-keys', path: templatePath, signedIn: true, act: openSheet('Shift+?') },
  { name: 'editor-transfer', path: templatePath, signedIn: true, act: openSheet('Control+o') },
  { name: 'editor-test', path: templatePath, signedIn: true, act: openSheet('Control+p') },
];
