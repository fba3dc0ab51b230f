import type { Page } from 'playwright-core';
import { answersOf } from './answers.ts';
import { createFixture, type Fixture } from './fixture.ts';
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
const design = (fixture: Fixture) =>
  answersOf(fixture)['templates get'] as { pages: { elements: object[] }[] };

/** Another name is what is saved; it is answered as given. */
async function rename(page: Page): Promise<void> {
  await drawn(page);
  await page.locator('.name-field').fill('Hospital Pharmacy 2027');
}

/** Somebody took the first element away and saved, while this one was open. */
async function conflict(page: Page): Promise<void> {
  await drawn(page);
  const template = design(createFixture());
  const [first] = template.pages;
  const details = { rev: 2, updatedAt: new Date().toISOString(), updatedBy: 'Beatriz Magalhães' };
  const theirs = { ...template, ...details, pages: [{ ...first, elements: first?.elements.slice(0, -2) }] };
  await page.route(/fn=get/, (route) => route.fulfill({ json: theirs }));
  await page.locator('.name-field').fill('Hospital Pharmacy 2027');
  await page.locator('.versions img').nth(1).waitFor();
}

/** The editor: an open template, an empty sheet, an entry of the catalog. */
export const editorScenes: readonly Scene[] = [
  { name: 'editor', path: templatePath, signedIn: true, act: drawn },
  { name: 'editor-new', path: '/templates/new', signedIn: true, act: drawn },
  { name: 'catalog-new', path: '/catalog/new', signedIn: true, fixture: asSuperAdmin, act: drawn },
  { name: 'editor-keys', path: templatePath, signedIn: true, act: openSheet('Shift+?') },
  { name: 'editor-transfer', path: templatePath, signedIn: true, act: openSheet('Control+o') },
  { name: 'editor-test', path: templatePath, signedIn: true, act: openSheet('Control+p') },
  {
    name: 'editor-conflict',
    path: templatePath,
    signedIn: true,
    answers: () => ({
      'templates upsert': {
        status: 409,
        body: { error: 'conflict', code: 'template_conflict', details: {} },
      },
    }),
    act: conflict,
  },
  {
    name: 'editor-not-saved',
    path: templatePath,
    signedIn: true,
    answers: () => ({
      'templates upsert': { status: 500, body: { error: 'Internal server error', code: 'internal' } },
    }),
    async act(page) {
      await rename(page);
      await page.locator('.save-notice').waitFor();
    },
  },
  {
    name: 'editor-offline',
    path: templatePath,
    signedIn: true,
    answers: () => ({ 'templates upsert': 'offline' }),
    async act(page) {
      await rename(page);
      await page.locator('.save-notice').waitFor();
    },
  },
];
