import type { Page } from 'playwright-core';
import { answersOf } from './answers.ts';
import { editorContentScenes } from './editor-content-scenes.ts';
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
  await page.keyboard.press('Enter');
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
  await page.keyboard.press('Enter');
  await page.locator('.versions img').nth(1).waitFor();
}

/** A file of another program: fonts that are not here, and things that the editor has nothing like. */
async function readForeign(page: Page): Promise<void> {
  await openSheet('Control+o')(page);
  const text = (fontFamily: string) => ({ type: 'Textbox', width: 90, text: 'Diploma', fontFamily });
  const objects = [text('Times New Roman'), text('Arial'), { type: 'Sticker' }];
  await page.locator('.dialog input[type=file]').setInputFiles({
    ...{ name: 'diploma.json', mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify({ name: 'Diploma', pages: [{ width: 800, height: 400, objects }] })),
  });
  await page.locator('.stand-in').last().scrollIntoViewIfNeeded();
}

/** Opens the details by the last button of the bar, or from the menu where the bar is narrow. */
const openDetails = async (page: Page): Promise<void> => {
  await drawn(page);
  const acts = page.locator('.ed-top .acts');
  const own = acts.locator('.btn--bare.wide').last();
  if (await own.isVisible()) await own.click();
  else {
    await acts.locator('.icon-btn.not-wide').click();
    await page.locator('[role=menuitem]').last().waitFor();
    await page.locator('[role=menuitem]').nth(-3).click();
  }
  await page.locator('.details .tag-choices button').first().waitFor();
};

/** Asks for tags and waits until they are there to choose from. */
const suggestTags = async (page: Page): Promise<void> => {
  await openDetails(page);
  await page.locator('.suggest .btn').click();
  await page.locator('.suggested .tag-choices').waitFor();
  await page.locator('.suggested').scrollIntoViewIfNeeded();
};

/** The editor: an open template, an empty sheet, an entry of the catalog. */
export const editorScenes: readonly Scene[] = [
  { name: 'editor', path: templatePath, signedIn: true, act: drawn },
  { name: 'editor-new', path: '/templates/new', signedIn: true, act: drawn },
  { name: 'catalog-new', path: '/catalog/new', signedIn: true, fixture: asSuperAdmin, act: drawn },
  {
    name: 'editor-history',
    path: templatePath,
    signedIn: true,
    async act(page) {
      await openSheet('Control+Alt+Shift+H')(page);
      await page.locator('.revs .pick').nth(3).click();
      await page.locator('.revs img').nth(3).waitFor();
    },
  },
  { name: 'editor-keys', path: templatePath, signedIn: true, act: openSheet('Shift+?') },
  { name: 'editor-transfer', path: templatePath, signedIn: true, act: openSheet('Control+o') },
  { name: 'editor-import', path: templatePath, signedIn: true, act: readForeign },
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
    name: 'editor-save-refused',
    path: templatePath,
    signedIn: true,
    answers(fixture) {
      const { id: elementId } = design(fixture).pages[0]!.elements.at(-1) as { id: string };
      const details = { element: elementId, elementId, family: 'Times New Roman' };
      const body = { error: 'unknown font', code: 'template_font_unknown', details };
      return { 'templates upsert': { status: 400, body } };
    },
    async act(page) {
      await rename(page);
      await page.locator('.save-notice .link').waitFor();
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
  {
    name: 'editor-details',
    path: templatePath,
    signedIn: true,
    answers: () => ({
      'templates catalog-generate-tags': {
        body: { tags: ['course', 'medicine'], method: 'keywords', reason: 'absent' },
      },
    }),
    act: async (page) => {
      await suggestTags(page);
      await page.locator('.details .tags .input').fill('x'.repeat(70));
      await page.keyboard.press('Enter');
      await page.locator('.details .body .input').first().fill(' ');
      await page.locator('.details .end .btn').last().click();
      await page.locator('.details .hint.bad').nth(1).waitFor();
    },
  },
  {
    name: 'catalog-details',
    path: `/catalog/${'1'.padStart(24, '0')}`,
    signedIn: true,
    fixture: asSuperAdmin,
    act: suggestTags,
  },
  ...editorContentScenes,
];
