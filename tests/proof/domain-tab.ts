import type { Stack } from '@sello/dev-stack';
import { newId } from '@sello/store';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../browser.ts';
import { violationsIn } from '../e2e/accessible.ts';
import type { DomainServices, ZoneRecord } from './domain-services.ts';
import { untilReady } from './processes.ts';

export interface TabResult {
  width: number;
  /** The states that were seen, each of them without a reload after the one before. */
  states: string[];
  /** What axe found in them, in both colour schemes, and states that are wider than their window. */
  violations: string[];
}

/** Every state that the walk goes through. */
const states = [
  'no domain',
  'a refused name',
  'an added domain',
  'missing records',
  'a wrong record',
  'verified',
  'mail records',
  'sent in its own name',
  'the question before it is removed',
  'removed',
];

export const isTabProved = (results: readonly TabResult[]): boolean =>
  results.length > 0 &&
  results.every((one) => one.states.join() === states.join() && one.violations.length === 0);

const READY_MS = 180_000;
/** The first checks are 30 seconds and a minute apart. */
const CHECKED_MS = 300_000;

/**
 * The tab of a domain in a browser, on the real services, from an organization without one to a verified domain that sends
 * e-mails and to none again. What is entered in the zone is what the buttons of the tab copy, and what the checks find is
 * seen without a reload.
 */
export async function walkDomainTab(stack: Stack, services: DomainServices): Promise<TabResult[]> {
  await untilReady(stack, READY_MS);
  const browser = await startBrowser(['--no-sandbox', '--disable-gpu']);
  try {
    const results: TabResult[] = [];
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      results.push(await walk({ stack, services, browser, width, height }));
    return results;
  } finally {
    await browser.close();
  }
}

interface Setting {
  stack: Stack;
  services: DomainServices;
  browser: Browser;
  width: number;
  height: number;
}

async function walk({ stack, services, browser, width, height }: Setting): Promise<TabResult> {
  const result: TabResult = { width, states: [], violations: [] };
  const context = await browser.newContext({
    ...{ viewport: { width, height }, locale: 'en-GB', reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const see = async (name: string): Promise<void> => {
    result.states.push(name);
    result.violations.push(...(await violationsIn(page)).map((one) => `${name}: ${one}`));
    await page.emulateMedia({ colorScheme: 'light' });
    const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    if (await page.evaluate<boolean>(isWide)) result.violations.push(`${name}: wider than its window`);
  };
  const act = (text: string) => page.getByRole('button', { name: text, exact: true }).click();
  const records = page.locator('.records > li');
  const badge = (text: string) =>
    page.locator('.domline .badge').getByText(text, { exact: true }).waitFor({ timeout: CHECKED_MS });

  await openTab(page, stack.app, width);
  await see('no domain');
  await page.fill('[name=domain]', 'co.uk');
  await act('Add the domain');
  await page
    .getByText(/co\.uk/)
    .first()
    .waitFor();
  await see('a refused name');
  const domain = `tab-${newId()}.school.test`;
  await page.fill('[name=domain]', domain);
  await act('Add the domain');
  await badge('Pending');
  await records.nth(1).waitFor();
  await see('an added domain');

  await act('Look now');
  await records.first().getByText('Not there yet').waitFor({ timeout: CHECKED_MS });
  await see('missing records');
  const shown = await copyRecords(page);
  services.enter(shown.map((record) => ({ ...record, ...(record.type === 'TXT' && { value: 'other' }) })));
  await act('Look now');
  await records.first().getByText('Different').waitFor({ timeout: CHECKED_MS });
  await records.first().getByText('other', { exact: true }).waitFor();
  await see('a wrong record');

  // From here the checks are those that are due: nobody asks for one.
  services.enter(shown);
  await badge('Verified');
  await page.locator('[role=switch]').nth(2).waitFor();
  await see('verified');

  await page.getByRole('switch', { name: /E-mails/ }).click();
  await records.nth(4).waitFor();
  await page.getByText(/^Until every record is found, e-mails go out as/).waitFor();
  await see('mail records');
  services.enter(await copyRecords(page));
  await act('Look now');
  await page.getByText(`E-mails go out as certificates@${domain}.`).waitFor({ timeout: CHECKED_MS });
  await see('sent in its own name');

  await act('Remove…');
  await page.locator('.stops li').first().waitFor();
  await see('the question before it is removed');
  await act('Remove the domain');
  await page.locator('[name=domain]').waitFor();
  await see('removed');
  await context.close();
  return result;
}

/** Signs in, creates an organization and opens the tab as a person does. */
async function openTab(page: Page, app: string, width: number): Promise<void> {
  await page.goto(app);
  await page.getByRole('button', { name: 'Sign in with Google' }).first().click();
  await page.getByLabel('Someone else, by e-mail address').fill(`tab.${width}@escuela.example`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: /Create an organization/ }).click();
  await page.getByLabel('Name of the organization').fill(`Escuela ${width}`);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('No students yet').waitFor();
  const menu = page.getByRole('button', { name: /menu/i });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name: 'Domains' }).click();
  await page.locator('[name=domain]').waitFor();
}

/** The records of the tab, as its buttons copy them. */
async function copyRecords(page: Page): Promise<ZoneRecord[]> {
  const copied: ZoneRecord[] = [];
  for (const record of await page.locator('.records > li').all()) {
    const copy = async (label: string): Promise<string> => {
      await record.getByRole('button', { name: label, exact: true }).click();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    const type = await record.locator('.kind').innerText();
    copied.push({ type, name: await copy('Copy the name'), value: await copy('Copy the value') });
  }
  return copied;
}
