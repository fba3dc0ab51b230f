import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, rowBox, type Scene } from './scene.ts';

const many = (fixture: Fixture): void => void Object.assign(fixture, { total: 50_112, certified: 47_903 });

const chooseEverybody = async (page: Page): Promise<void> => {
  await rowBox(page, 2).click();
  await page.locator('.allbar .link').first().click();
  await rowBox(page, 4).click();
  await page.locator('.allbar .link[aria-expanded]').waitFor();
};
const openBulk = async (page: Page): Promise<void> => {
  await page.locator('.toolbar button[aria-haspopup]').click();
  await page.locator('[role=menu]').waitFor();
};
const openGenerate = async (page: Page): Promise<void> => {
  await chooseEverybody(page);
  await openBulk(page);
  await page.locator('[role=menuitem]').first().click();
  await dialog(page).waitFor();
};

const growth = {
  ...{ seen: 50_111, count: 50_111, total: 51_243, added: 1_132 },
  by: [{ name: 'Joaquim Teles', how: 'import', count: 1_132 }],
};

/** Choices of everybody among 50,000, and a student's own page. */
export const studentScenes: readonly Scene[] = [
  {
    name: 'students-many-page',
    path: '/students',
    signedIn: true,
    fixture: many,
    act: async (page) => {
      for (const row of [0, 1, 2, 3, 5, 6, 7, 8]) await rowBox(page, row).click();
      await page.locator('.allbar').waitFor();
    },
  },
  {
    name: 'students-many-everybody',
    path: '/students',
    signedIn: true,
    fixture: many,
    act: async (page) => {
      await chooseEverybody(page);
      await openBulk(page);
    },
  },
  {
    name: 'students-email-letter',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      for (const row of [0, 1, 3]) await rowBox(page, row).click();
      await openBulk(page);
      await page.locator('[role=menuitem]').nth(2).click();
      await dialog(page).locator('.letter .strong').waitFor();
    },
  },
  { name: 'students-many-generate', path: '/students', signedIn: true, fixture: many, act: openGenerate },
  {
    name: 'students-many-grew',
    path: '/students',
    signedIn: true,
    fixture: many,
    answers: () => ({
      'certificates generate': {
        status: 409,
        body: { error: 'x', code: 'selection_grew', requestId: '01J8-4C7Q', details: growth },
      },
    }),
    act: async (page) => {
      await openGenerate(page);
      await dialog(page).locator('.pick select').selectOption({ index: 1 });
      await dialog(page).locator('.end .btn').last().click();
      await page.locator('.dialog[role=alertdialog]').waitFor();
    },
  },
  {
    name: 'students-many-nothing',
    path: '/students',
    signedIn: true,
    fixture: (fixture) => {
      many(fixture);
      for (const student of fixture.students) student.certified = false;
    },
    act: async (page) => {
      for (const row of [0, 1, 2]) await rowBox(page, row).click();
      await openBulk(page);
    },
  },
  { name: 'student', path: '/students/111111111111111111111111', signedIn: true },
  {
    name: 'student-revoke',
    path: '/students/111111111111111111111111',
    signedIn: true,
    act: async (page) => {
      await page.locator('.line-of .btn--danger').first().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'student-form',
    path: '/students/111111111111111111111111',
    signedIn: true,
    act: async (page) => {
      await page.locator('aside .btn').first().click();
      await dialog(page).locator('.own-fields > .btn').click();
    },
  },
  {
    name: 'student-deleted',
    path: '/students/111111111111111111111111',
    signedIn: true,
    answers: () => ({
      'students get': { status: 404, body: { error: 'x', code: 'student_not_found', requestId: 'x' } },
    }),
  },
];
