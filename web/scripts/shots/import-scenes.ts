import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import {
  importBatchId as batchId,
  importDates as dates,
  importEncodings as encodings,
  importFile as file,
  importRows as items,
  importSummary as summary,
} from './import-answers.ts';
import type { Overrides } from './mock.ts';
import { dialog, type Scene } from './scene.ts';

/** The batch of an import, running or ended. */
function batchOf(fixture: Fixture, state: 'running' | 'done'): Overrides {
  const figures = state === 'running' ? { done: 31_000, failed: 5 } : { done: 49_987, failed: 13 };
  const batch = {
    ...fixture.batches[0]!,
    ...{ _id: batchId, kind: 'import', title: file.fileName, state, total: 50_000, cancelled: 0, ...figures },
  };
  const failed = items
    .filter(({ will }) => will === 'failed')
    .map(({ row: number, fullName, ...rest }, index) => ({
      ...{ index, row: number, fullName, state: 'failed', error: 'error' in rest ? rest.error : undefined },
    }));
  return { 'batches get': { body: { batch, items: failed, nextCursor: null } } };
}

const openImport = async (page: Page): Promise<void> => {
  await page.locator('.toolbar .btn').nth(-2).click();
  await dialog(page).waitFor();
};
const giveFile = async (page: Page): Promise<void> => {
  await openImport(page);
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: file.fileName, mimeType: 'text/csv', buffer: Buffer.from('fullName\nAna\n') });
};
const preview = async (page: Page): Promise<void> => {
  await giveFile(page);
  await page.locator('.dialog .table.rows tbody tr').first().waitFor();
};
const start = async (page: Page): Promise<void> => {
  await preview(page);
  await page.locator('.dialog .end .btn').last().click();
};

const scene = { path: '/students', signedIn: true };
const isAnswered = { ...summary, dates: { ...dates, both: { count: 0 } } };
export const importScenes: readonly Scene[] = [
  { ...scene, name: 'import-choose', act: openImport },
  {
    ...{ ...scene, name: 'import-refused' },
    answers: () => ({
      'students import-read': {
        status: 400,
        body: {
          error: 'Missing required columns: fullName',
          code: 'csv_columns_missing',
          requestId: 'r',
          details: { columns: ['fullName'] },
        },
      },
    }),
    act: async (page) => {
      await giveFile(page);
      await page.locator('.dialog .hint.bad:not(:empty)').waitFor();
    },
  },
  {
    ...{ ...scene, name: 'import-reading' },
    answers: () => ({ 'students import-read': 'never' }),
    act: async (page) => {
      await giveFile(page);
      await page.locator('.dialog [role=progressbar]').waitFor();
    },
  },
  {
    ...{ ...scene, name: 'import-encoding' },
    answers: () => ({ 'students import-read': { body: encodings } }),
    act: async (page) => {
      await giveFile(page);
      await page.locator('.dialog .read-names li').first().waitFor();
    },
  },
  { ...scene, name: 'import-preview', act: preview },
  {
    ...{ ...scene, name: 'import-stopped' },
    answers: () => ({
      'students import-file': { body: { ...file, stopped: { batchId, done: 31_000, total: 49_814 } } },
    }),
    act: async (page) => {
      await giveFile(page);
      await page.locator('.dialog [role=progressbar]').waitFor();
    },
  },
  {
    ...{ ...scene, name: 'import-other' },
    answers: () => ({
      'students import-file': {
        body: { ...file, fileName: 'padron-nacional-2026 (1).csv', other: { fileName: file.fileName } },
      },
    }),
    act: async (page) => {
      await giveFile(page);
      await page.locator('.dialog .end .btn').nth(1).waitFor();
    },
  },
  {
    ...{ ...scene, name: 'import-writing' },
    answers: (fixture) => ({ ...batchOf(fixture, 'running'), 'students import-read': { body: isAnswered } }),
    act: async (page) => {
      await start(page);
      await page.locator('.dialog .run-figures').waitFor();
    },
  },
  {
    ...{ ...scene, name: 'import-done' },
    answers: (fixture) => ({ ...batchOf(fixture, 'done'), 'students import-read': { body: isAnswered } }),
    act: async (page) => {
      await start(page);
      await page.locator('.dialog .errs li').first().waitFor();
    },
  },
];
