import { builtInTemplates } from '@sello/design';
import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, type Scene, unavailable } from './scene.ts';

const chooseTwo = async (page: Page): Promise<void> => {
  const boxes = page.locator('.sheet-cap input[type=checkbox]');
  await boxes.nth(1).click();
  await boxes.nth(4).click();
};
const withoutEditing = (fixture: Fixture): void => {
  const kept = (held: string) => held !== 'templates.edit' && held !== 'templates.create';
  fixture.permissions = fixture.permissions.filter(kept);
  fixture.roles = ['member'];
};

const openGallery = async (page: Page): Promise<void> => {
  await page.locator('main .btn').first().click();
  await dialog(page).waitFor();
};
const templatePath = `/templates/${'0'.repeat(22)}64`;

/** A template whose pages lie and stand. */
const ofThreePages = (() => {
  const [first, second, third] = ['certificate-of-completion', 'academic-transcript', 'diploma'].map(
    (name) => builtInTemplates('en').find(({ key }) => key === name)!.design,
  );
  const pages = [first, second, third].flatMap((design, place) =>
    design!.pages.slice(0, 1).map((page) => ({ ...page, id: `page${place}` })),
  );
  const variables = [first, second, third].flatMap((design) => design!.variables);
  return { ...first, pages, variables: [...new Map(variables.map((one) => [one.name, one])).values()] };
})();

/** Comes to each page, which is drawn then, and back. */
const allDrawn = async (page: Page): Promise<void> => {
  const pages = page.locator('.still-pages canvas');
  for (const place of [0, 1, 2]) {
    await pages.nth(place).scrollIntoViewIfNeeded();
    await page.locator('.still-pages canvas:not(.skel)').nth(place).waitFor();
  }
  await page.locator('h1').scrollIntoViewIfNeeded();
};
const none = { body: { items: [], total: 0, nextCursor: null } };

/** The templates of an organization, one of them, and the gallery that new ones are made of. */
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
  {
    name: 'templates-empty-member',
    path: '/templates',
    signedIn: true,
    fixture: (fixture) => {
      withoutEditing(fixture);
      fixture.templates.splice(0);
    },
  },
  {
    name: 'gallery',
    path: '/templates',
    signedIn: true,
    act: async (page) => {
      await openGallery(page);
      await page.locator('.dialog .pick').nth(2).click();
    },
  },
  {
    name: 'gallery-loading',
    path: '/templates',
    signedIn: true,
    answers: () => ({ 'templates catalog-list': 'never' }),
    act: openGallery,
  },
  {
    name: 'gallery-broken',
    path: '/templates',
    signedIn: true,
    answers: () => ({ 'templates catalog-list': unavailable }),
    act: async (page) => {
      await openGallery(page);
      await page.locator('.dialog .empty').waitFor();
    },
  },
  {
    name: 'gallery-empty',
    path: '/templates',
    signedIn: true,
    answers: () => ({ 'templates catalog-list': none, 'templates catalog-get-tags': { body: { tags: [] } } }),
    act: async (page) => {
      await openGallery(page);
      await page.locator('.dialog .empty').waitFor();
    },
  },
  {
    name: 'gallery-none',
    path: '/templates',
    signedIn: true,
    act: async (page) => {
      await openGallery(page);
      await page.locator('.dialog .pick').first().waitFor();
      await page.route(/fn=catalog-list&.*search=/, (route) => route.fulfill({ json: none.body }));
      await page.locator('.dialog input[type=search]').fill('Cordilera');
      await page.locator('.dialog .empty').waitFor();
    },
  },
  {
    ...{ name: 'template', path: templatePath, signedIn: true, fixture: withoutEditing },
    answers: (fixture) => ({ 'templates get': { body: { ...fixture.templates[0], ...ofThreePages } } }),
    act: allDrawn,
  },
  {
    ...{ name: 'template-loading', path: templatePath, signedIn: true, fixture: withoutEditing },
    answers: () => ({ 'templates get': 'never' }),
  },
  {
    ...{ name: 'template-undrawn', path: templatePath, signedIn: true, fixture: withoutEditing },
    answers: () => ({ 'fonts list': unavailable }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    ...{ name: 'template-page-undrawn', path: templatePath, signedIn: true, fixture: withoutEditing },
    answers: () => ({ 'fonts file': unavailable }),
    act: async (page) => {
      // A page is drawn once it is seen.
      await page.locator('.still-pages figure').first().scrollIntoViewIfNeeded();
      await page.locator('.still-pages .none').waitFor();
    },
  },
  {
    ...{ name: 'template-broken', path: templatePath, signedIn: true, fixture: withoutEditing },
    answers: () => ({ 'templates get': unavailable }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    ...{ name: 'template-missing', path: templatePath, signedIn: true, fixture: withoutEditing },
    answers: () => ({
      'templates get': { status: 404, body: { error: 'x', code: 'template_not_found' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
];
