import type { DesignElementInput } from '@sello/contracts';
import { builtInTemplates, defineDesign } from '@sello/design';
import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import type { Overrides } from './mock.ts';
import type { Scene } from './scene.ts';

const templatePath = `/templates/${'64'.padStart(24, '0')}`;

const type = { fontFamily: 'Newsreader', fontWeight: 400, italic: false, fontSize: 15, fill: '#1c1a17' };

/** A line with several styles and variables, one of which nothing fills. */
const line = {
  ...{ type: 'text', id: 'line', name: 'Line of the course', x: 65, y: 330, width: 714, height: 30, ...type },
  ...{ fit: 'shrink', minFontSize: 11 },
  paragraphs: [
    {
      runs: [
        { text: '120 hours, from {{startDate}} to {{endDate}}, ' },
        { text: 'with the grade {{scoreLeter}}.', fontWeight: 700 },
      ],
    },
  ],
};
/** Right to left, with variables: their tints lie where the words are. */
const arabic = {
  ...{ type: 'text', id: 'arabic', name: 'Line in Arabic', x: 65, y: 330, width: 714, height: 30, ...type },
  paragraphs: [
    { runs: [{ text: 'تشهد المدرسة بأن {{student.fullName}} أتم الدورة' }] },
    { runs: [{ text: 'Granted on {{issueDate}}' }] },
  ],
};
const logo = {
  ...{ type: 'image', id: 'logo', name: 'Logo of the institute', x: 600, y: 60, width: 126, height: 156 },
  ...{ source: { kind: 'asset', assetId: '5'.repeat(24) }, mask: { shape: 'rounded', radius: 8 } },
  alt: 'Logo of {{tenant.publicName}}',
};
const qr = { type: 'qr', id: 'code', x: 690, y: 400, width: 40, height: 40, fill: '#1c1a17' };
const barcode = { type: 'barcode', id: 'bars', x: 590, y: 400, width: 180, height: 40 };
const table = {
  ...{
    type: 'table',
    id: 'rows',
    name: 'Modules and marks',
    x: 65,
    y: 300,
    width: 713,
    height: 160,
    ...type,
  },
  ...{ rows: '{{custom.modules}}', rowSeparator: '|', columnSeparator: ';' },
  columns: [
    { header: 'Module', share: 64 },
    { header: 'Hours', share: 18, align: 'end' },
    { header: 'Mark', share: 18, align: 'end' },
  ],
};

/** A template in which some elements come first. */
const withElements =
  (...elements: object[]) =>
  (fixture: Fixture): Overrides => {
    const { design } = builtInTemplates('en')[0]!;
    const [page] = design.pages;
    const all = [...(elements as DesignElementInput[]), ...page!.elements];
    const changed = defineDesign({ ...design, pages: [{ ...page!, elements: all }] });
    return { 'templates get': { body: { ...fixture.templates[0], ...changed } } };
  };

const drawn = async (page: Page): Promise<void> => {
  await page.locator('.strip .leaf img').first().waitFor();
};

/** Selects the first element of the page. */
const selectFirst = async (page: Page): Promise<void> => {
  await drawn(page);
  await page.locator('.board').focus();
  await page.keyboard.press('Tab');
  await page.locator('.insp .el-name').waitFor();
};

const selectAll = async (page: Page): Promise<void> => {
  await drawn(page);
  await page.locator('.board').focus();
  await page.keyboard.press('Control+a');
  await page.locator('.insp .listed').waitFor({ state: 'attached' });
};

const faultsShown = async (page: Page): Promise<void> => {
  await selectFirst(page);
  await page.locator('.insp .faults').waitFor();
};

/** Opens the frame in which the part of a picture is chosen. */
const chooseTheLogo = async (page: Page): Promise<void> => {
  await selectFirst(page);
  await page.locator('.insp .acts-row .btn').first().click();
  await page.locator('.crop-frame').waitFor();
};

/** A size that no text has is taken back. */
const tooLarge = async (page: Page): Promise<void> => {
  await selectFirst(page);
  const size = page.locator('.insp [data-property="fontSize"]');
  await size.fill('9000');
  await size.press('Enter');
  await page.locator('.unit-says').waitFor();
};

/** Lengths in a unit that nobody knows are taken back. */
const unknownUnit = async (page: Page): Promise<void> => {
  await drawn(page);
  await page.locator('.rail button').first().click();
  await selectFirst(page);
  for (const field of ['.side [data-property="page.height"]', '.insp [data-property="width"]']) {
    const length = page.locator(field);
    await length.fill('20 ells');
    await length.press('Enter');
  }
  await page.locator('.insp .unit-says').waitFor();
};

/** An organization with a logo. */
const withLogo = ({ tenants: [tenant] }: Fixture): void => {
  if (tenant) tenant.logoUrl = '/assets/thumb-3.png';
};

/** The inspector with each kind of element, with several, and with the page. */
export const inspectorScenes: readonly Scene[] = [
  {
    ...{ name: 'editor-text', path: templatePath, signedIn: true },
    ...{ answers: withElements(line), act: faultsShown },
  },
  {
    ...{ name: 'editor-image', path: templatePath, signedIn: true },
    ...{ answers: withElements(logo), act: selectFirst },
  },
  {
    ...{ name: 'editor-crop', path: templatePath, signedIn: true, only: 'wide' },
    ...{ answers: withElements({ ...logo, crop: { x: 0.2, y: 0.1, width: 0.6, height: 0.7 } }) },
    act: chooseTheLogo,
  },
  {
    ...{ name: 'editor-refused', path: templatePath, signedIn: true, only: 'wide' },
    ...{ answers: withElements(line), act: tooLarge },
  },
  {
    ...{ name: 'editor-unit', path: templatePath, signedIn: true, only: 'wide' },
    ...{ answers: withElements(line), act: unknownUnit },
  },
  {
    ...{ name: 'editor-right-to-left', path: templatePath, signedIn: true },
    ...{ answers: withElements(arabic), act: selectFirst },
  },
  {
    ...{ name: 'editor-barcode', path: templatePath, signedIn: true },
    ...{ answers: withElements(barcode), act: selectFirst },
  },
  {
    ...{ name: 'editor-qr', path: templatePath, signedIn: true },
    ...{ answers: withElements(qr), act: selectFirst },
  },
  {
    ...{ name: 'editor-table', path: templatePath, signedIn: true },
    ...{ answers: withElements(table), act: selectFirst },
  },
  { name: 'editor-many', path: templatePath, signedIn: true, act: selectAll },
  {
    ...{ name: 'editor-page', path: templatePath, signedIn: true, fixture: withLogo },
    async act(page) {
      await drawn(page);
      await page.locator('.brand-logo img').waitFor({ state: 'attached' });
      // On a telephone guides are not shown.
      for (const add of await page.locator('.guide-acts button:visible').all()) await add.click();
    },
  },
];
