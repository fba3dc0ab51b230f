import { createRequire } from 'node:module';
import { builtInTemplates } from '@sello/design';
import type { Page } from 'playwright-core';
import { type PanelName, panelNames } from '../../src/editor/session/view-state.ts';
import type { Fixture } from './fixture.ts';
import type { Overrides } from './mock.ts';
import { dialog, type Scene } from './scene.ts';

const templatePath = `/templates/${'64'.padStart(24, '0')}`;

/** Waits until the page is drawn: its picture is in the strip. */
const drawn = async (page: Page): Promise<void> => {
  await page.locator('.strip .leaf img').first().waitFor();
};

/** Opens a panel by its place in the rail. */
const openPanel = async (page: Page, name: PanelName): Promise<void> => {
  const button = page.locator('.rail button').nth(panelNames.indexOf(name));
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
};

const panel =
  (name: PanelName, then: (page: Page) => Promise<void> = async () => {}) =>
  async (page: Page): Promise<void> => {
    await drawn(page);
    await openPanel(page, name);
    await then(page);
  };

/** Selects the element at a place of the order in which Tab reaches them. */
const selectElement = async (page: Page, place: number): Promise<void> => {
  await page.locator('.board').focus();
  for (let count = 0; count <= place; count += 1) await page.keyboard.press('Tab');
};

/** A template with columns of a CSV, one of which no student has. */
const withColumns = (fixture: Fixture): Overrides => {
  for (const student of fixture.students) student.custom = { hours: '120', ward: '' };
  const { design } = builtInTemplates('en')[0]!;
  const [page] = design.pages;
  const text = page!.elements.find((element) => 'paragraphs' in element)!;
  const added = {
    ...text,
    ...{ id: 'columns', name: 'Hours', x: 69, y: 440, width: 330, height: 18, fontSize: 12, fit: 'wrap' },
    paragraphs: [{ runs: [{ text: '{{custom.hours}} hours in {{batch.city}}, {{custom.modul}}' }] }],
  };
  const variables = [
    {
      name: 'custom.hours',
      scope: 'student',
      label: 'Hours',
      kind: 'number',
      sample: '120',
      optional: false,
    },
    { name: 'custom.ward', scope: 'student', label: '', kind: 'text', sample: '', optional: true },
    { name: 'batch.city', scope: 'batch', label: 'City', kind: 'text', sample: 'Lima', optional: false },
  ];
  const pages = [{ ...page!, elements: [...page!.elements, added] }];
  return { 'templates get': { body: { ...fixture.templates[0], ...design, pages, variables } } };
};

const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
);

const chooseFont = async (page: Page): Promise<void> => {
  await page.locator('.side .hd button').click();
  await dialog(page).locator('input[type=file]').setInputFiles(fontFile);
  await dialog(page).locator('.own-face').waitFor();
  await dialog(page).locator('input[type=checkbox]').check();
};

/** Waits until the faces that are in view are shown. */
const facesShown = async (page: Page): Promise<void> => {
  await selectElement(page, 3);
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('.font .face-sample')?.style.fontFamily,
  );
};

/** Shows the page with a student, and then with the one of the longest name. */
const pickStudent = async (page: Page): Promise<void> => {
  await drawn(page);
  await page.locator('.ed-top .shown select').selectOption('student');
  await page.locator('.preview .found li').first().waitFor();
  await page.locator('.preview .jumps .btn').nth(1).click();
};

const openWarnings = async (page: Page): Promise<void> => {
  await drawn(page);
  await page.locator('.warn-btn').click();
  await page.locator('.warnings .warned .bad').first().waitFor();
};

/** The panels at the left that bring content into a template, and what is said of it. */
export const editorContentScenes: readonly Scene[] = [
  {
    ...{ name: 'editor-variables', path: templatePath, signedIn: true, only: 'wide' },
    ...{ answers: withColumns, act: panel('variables') },
  },
  { name: 'editor-images', path: templatePath, signedIn: true, only: 'wide', act: panel('images') },
  { name: 'editor-fonts', path: templatePath, signedIn: true, only: 'wide', act: panel('fonts', facesShown) },
  {
    ...{ name: 'editor-font-upload', path: templatePath, signedIn: true, only: 'wide' },
    act: panel('fonts', chooseFont),
  },
  { name: 'editor-text-panel', path: templatePath, signedIn: true, only: 'wide', act: panel('text') },
  {
    ...{ name: 'editor-preview', path: templatePath, signedIn: true, only: 'wide' },
    ...{ answers: withColumns, act: pickStudent },
  },
  {
    ...{ name: 'editor-warnings', path: templatePath, signedIn: true, only: 'wide' },
    ...{ answers: withColumns, act: openWarnings },
  },
];
