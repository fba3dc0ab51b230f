import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import type { Scene } from './scene.ts';

const templatePath = `/templates/${'64'.padStart(24, '0')}`;

const asSuperAdmin = (fixture: Fixture): void => {
  fixture.roles = ['super_admin'];
};

/** Waits until the page is drawn: its picture is in the strip. */
const drawn = async (page: Page): Promise<void> => {
  await page.locator('.strip .leaf img').first().waitFor();
};

/** The editor: an open template, an empty sheet, an entry of the catalog. */
export const editorScenes: readonly Scene[] = [
  { name: 'editor', path: templatePath, signedIn: true, act: drawn },
  { name: 'editor-new', path: '/templates/new', signedIn: true, act: drawn },
  { name: 'catalog-new', path: '/catalog/new', signedIn: true, fixture: asSuperAdmin, act: drawn },
];
