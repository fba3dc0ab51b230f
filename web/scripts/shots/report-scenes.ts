import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const path = `/verify/${certId}/report`;

async function write(page: Page, email: string): Promise<void> {
  await page
    .locator('.report textarea')
    .fill('My second surname is Mamaní, with an accent, as on my identity card.');
  await page.locator('.report input[type=email]').fill(email);
  await page.locator('.report .form-acts .btn').click();
}
const limited = (by: string, retryAfter: number) => () => ({
  'verify report-mistake': {
    status: 429,
    body: { error: 'x', code: 'rate_limited', requestId: 'r', details: { by, retryAfter } },
  },
});

/** Reports of mistakes, from the form to the page of the link. */
export const reportScenes: readonly Scene[] = [
  { name: 'report', path, act: (page) => write(page, 'lucia.quispe@correo') },
  {
    name: 'report-issuer',
    path,
    answers: () => ({ 'verify report': { body: { success: true } } }),
    act: (page) => page.locator('.report input[type=radio]').nth(2).check(),
  },
  {
    name: 'report-asked',
    path,
    answers: () => ({ 'verify report-mistake': { body: { success: true } } }),
    act: async (page) => {
      await write(page, 'lucia.quispe@correo.example');
      await page.locator('.report [role=status]').waitFor();
    },
  },
  {
    name: 'report-limited',
    path,
    answers: limited('connection', 2_900),
    act: async (page) => {
      await write(page, 'lucia.quispe@correo.example');
      await page.locator('.report [role=alert]').waitFor();
    },
  },
  {
    name: 'report-thanks',
    path,
    answers: () => ({ 'verify report': { body: { success: true } } }),
    act: async (page) => {
      await page.locator('.report input[type=radio]').nth(2).check();
      await write(page, '');
      await page.locator('.report [role=status]').waitFor();
    },
  },
  {
    name: 'report-passed-on',
    path: `/report/${'0'.repeat(32)}`,
    act: (page) => page.locator('.report [role=status]').waitFor(),
  },
  {
    name: 'report-ended',
    path: `/report/${'0'.repeat(32)}`,
    answers: () => ({
      'verify confirm-report': {
        status: 404,
        body: { error: 'x', code: 'report_link_invalid', requestId: 'r' },
      },
    }),
    act: (page) => page.locator('.report [role=alert]').waitFor(),
  },
];
