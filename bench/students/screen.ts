import { studentsApi, tenantsApi } from '@sello/contracts';
import { signIn, startStack } from '@sello/dev-stack';
import type { Page } from 'playwright-core';
import type { Row } from '../../scripts/bench.ts';
import { startBrowser } from '../../tests/browser.ts';
import { median } from '../measure/median.ts';
import { cellsOf } from './people.ts';

const rounds = 5;
const bulkRounds = 3;
const few = 50;
const together = 1_000;
const email = 'directora@oficios.example';

/**
 * What a person with `count` students waits for in Chromium: the first rows, a search, another order, the opening of the
 * dialog and the answer to generating for everybody, with the memory that the page then holds; beside the same for a few.
 * No worker runs, so that nothing is issued meanwhile.
 */
export async function screenRows(count: number): Promise<Row[]> {
  const stack = await startStack({ services: ['bff'] });
  const browser = await startBrowser(['--no-sandbox', '--disable-gpu']);
  try {
    const client = await signIn(stack, { email });
    const { _id: tenant } = await client.call(tenantsApi, 'create', { body: { name: 'Escuela' } });
    const cells = cellsOf(count, 0);
    for (let from = 0; from < count; from += together) {
      const students = cells.slice(from, from + together);
      await client.call(studentsApi, 'import', { tenant, body: { students } });
    }
    const page = await browser.newPage({ locale: 'en', viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    await page.goto(stack.app);
    await page.getByRole('button', { name: 'Sign in with Google' }).first().click();
    await page.getByLabel('Someone else, by e-mail address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByText(`${named(count)} students`)
      .first()
      .waitFor();
    return [...(await listRows(page, count)), ...(await bulkRows(page, count))];
  } finally {
    await browser.close();
    await stack.close();
  }
}

const named = (count: number): string => count.toLocaleString('en');
const firstRow = (page: Page) => page.locator('.table.reg tbody tr:not(.waiting)').first();

/** Milliseconds from the act until what is waited for is shown. */
async function timed(act: () => Promise<unknown>, shown: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  await shown();
  return performance.now() - began;
}

async function listRows(page: Page, count: number): Promise<Row[]> {
  const opened: number[] = [];
  const reached: number[] = [];
  const sorted: number[] = [];
  const searched: number[] = [];
  // Beside the list a screen that reads nothing of the students.
  const openedOther: number[] = [];
  const reachedOther: number[] = [];
  const line = (text: RegExp | string) => page.getByText(text).first().waitFor();
  const otherShown = () => page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  const reload = () => page.reload({ waitUntil: 'commit' });
  const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
  for (let round = 0; round < rounds; round++) {
    opened.push(await timed(reload, () => firstRow(page).waitFor()));
    reachedOther.push(await timed(() => go('Templates'), otherShown));
    openedOther.push(await timed(reload, otherShown));
    reached.push(
      await timed(
        () => go('Students'),
        () => firstRow(page).waitFor(),
      ),
    );
    const name = (await firstRow(page).innerText()).trim().split('\n')[0]!;
    sorted.push(
      await timed(
        () => page.getByRole('button', { name: 'Name', exact: true }).click(),
        () => firstRow(page).filter({ hasNotText: name }).waitFor(),
      ),
    );
    // Each round searches for another number, so that no count is cached.
    const idNumber = String(70_000_000 + Math.floor(count / rounds) * round + 7);
    const search = page.getByPlaceholder('Find by name or ID');
    await search.fill('');
    await line(`${named(count)} students`);
    searched.push(
      await timed(
        () => search.fill(idNumber),
        () => line(`1 of ${named(count)} match`),
      ),
    );
    await search.fill('');
    await line(`${named(count)} students`);
  }
  const row = (name: string, spent: readonly number[], other?: readonly number[]): Row => ({
    ...{ name: `${name}, ${named(count)} students, in the browser`, value: median(spent), unit: 'ms' },
    beside: other === undefined ? {} : { 'the same of the templates': median(spent) / median(other) },
  });
  return [
    row('first rows after a reload of the page', opened, openedOther),
    row('first rows, coming from another screen', reached, reachedOther),
    row('another order', sorted),
    row('search', searched),
  ];
}

/** Runs in the page: milliseconds from the next click until a dialog with its first field is painted. */
const watchDialog = `
  void (window.dialogOpened = new Promise((resolve) => {
    addEventListener('click', () => {
      const began = performance.now();
      const look = () => requestAnimationFrame(
        document.querySelector('[role=dialog] select') ? () => resolve(performance.now() - began) : look,
      );
      look();
    }, { capture: true, once: true });
  }));
`;

async function bulkRows(page: Page, count: number): Promise<Row[]> {
  const session = await page.context().newCDPSession(page);
  const held = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const openings = { some: [] as number[], all: [] as number[] };
  const answers = { some: [] as number[], all: [] as number[] };
  const memory = { some: [] as number[], all: [] as number[] };
  await page.goto(`${page.url().split('?')[0]}?rows=100`);
  for (let round = 0; round < bulkRounds; round++) {
    for (const which of ['some', 'all'] as const) {
      await page.reload();
      await firstRow(page).waitFor();
      if (which === 'all') {
        await page.getByRole('checkbox', { name: 'Select all', exact: true }).click();
        await page.getByRole('button', { name: `Select all ${named(count)}` }).click();
      } else {
        const boxes = page.locator('.table.reg tbody').getByRole('checkbox');
        for (let at = 0; at < few; at++) await boxes.nth(at).click();
      }
      const chosen = which === 'all' ? count : few;
      await page.getByRole('button', { name: `Actions for ${named(chosen)} students` }).click();
      await page.evaluate(watchDialog);
      await page.getByRole('menuitem', { name: /Generate certificates/ }).click();
      openings[which].push(await page.evaluate<number>('window.dialogOpened'));
      const dialog = page.getByRole('dialog').first();
      await dialog.getByLabel('Apply to all').selectOption({ label: 'Certificate of completion' });
      await dialog.getByLabel('Course', { exact: true }).fill('Técnicas de panadería');
      const answered = page.waitForResponse(/fn=generate&?/);
      answers[which].push(
        await timed(
          () => dialog.getByRole('button', { name: `Generate ${named(chosen)} certificates` }).click(),
          async () => {
            const status = (await answered).status();
            if (status !== 202) throw new Error(`generating was answered with ${status}`);
          },
        ),
      );
      await dialog.waitFor({ state: 'detached' });
      memory[which].push(await held());
    }
  }
  const seconds = (spent: readonly number[]): number => median(spent) / 1_000;
  return [
    {
      ...{ name: `the dialog of generating opens with ${named(count)} chosen`, unit: 'ms' },
      value: median(openings.all),
      beside: { [`with ${few}`]: median(openings.all) / median(openings.some) },
    },
    {
      ...{ name: `generating for ${named(count)} chosen in the browser, until the answer 202`, unit: 's' },
      value: seconds(answers.all),
      beside: { [`for ${few}`]: median(answers.all) / median(answers.some) },
    },
    {
      name: `memory of the page with ${named(count)} chosen, more than with ${few}`,
      value: median(memory.all) - median(memory.some),
      unit: 'MB',
      beside: { [`the page with ${few}`]: median(memory.all) / median(memory.some) },
    },
  ];
}
