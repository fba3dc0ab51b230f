import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pendingDomain, verifiedDomain } from '../web/scripts/shots/domain-scenes.ts';
import { createFixture } from '../web/scripts/shots/fixture.ts';
import { mockServer, type Overrides, signIn } from '../web/scripts/shots/mock.ts';
import { screensBrowser } from './browser.ts';
import { useBuiltWeb } from './built-web.ts';
import { violationsIn } from './e2e/accessible.ts';

// The settings in a real browser: the general tab by keyboard alone and left with something unsaved, and a domain.
const test = it.skipIf(!screensBrowser);
const tenant = createFixture().tenants[0]!._id;
const web = useBuiltWeb();
let context: BrowserContext;

async function open(overrides: Overrides = {}): Promise<Page> {
  context = await web.browser.newContext({ locale: 'en', reducedMotion: 'reduce' });
  await signIn(context, createFixture());
  const page = await context.newPage();
  await mockServer(page, createFixture(), overrides);
  await page.goto(`${web.url}/settings/${tenant}/theme`);
  await page.locator('.tabs a').first().click();
  await page.locator('[name=publicName]').waitFor();
  return page;
}
const publicName = (page: Page) => page.locator('[name=publicName]');
const question = (page: Page) => page.locator('[role=alertdialog]');
const here = (page: Page) => new URL(page.url()).pathname;
const path = (tab: string) => `/settings/${tenant}/${tab}`;

/** Each way out of the page, and where it leads. */
const exits: [string, (page: Page) => Promise<unknown>, RegExp][] = [
  ['another tab', (page) => page.locator('.tabs a', { hasText: 'Theme' }).click(), /\/theme$/],
  ['the header', (page) => page.locator('.head .nav a').first().click(), /\/students$/],
  ['the back button', (page) => page.evaluate('history.back()'), /\/theme$/],
  [
    'another organization',
    async (page) => {
      await page.locator('.switch-tenant').click();
      await page.locator('[role=menuitem]').nth(1).click();
    },
    /\/students$/,
  ],
];

test.each(exits)(
  'what is unsaved stays when leaving by %s is declined, and goes when it is not',
  async (_, leave, to) => {
    const page = await open();
    await publicName(page).fill('Only here');
    await leave(page);
    expect(await question(page).textContent()).toContain('Changed and not saved: Public name.');
    // It has the keys when it has the focus.
    await page.waitForFunction("document.activeElement?.closest('[role=alertdialog]')");
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(here(page)).toBe(path('general'));
    expect(await publicName(page).inputValue()).toBe('Only here');
    await leave(page);
    await question(page).locator('button', { hasText: 'Leave' }).click();
    await page.waitForURL(to);
    await question(page).waitFor({ state: 'detached' });
    await context.close();
  },
);

test('signing out and closing the window ask, too, and nothing asks when nothing is unsaved', async () => {
  const page = await open();
  const signOut = page.locator('.head .who button', { hasText: 'Sign out' });
  await publicName(page).fill('Only here');
  await signOut.click();
  expect(await question(page).textContent()).toContain('Settings');
  await question(page).locator('.end button').first().click();
  expect(await publicName(page).inputValue()).toBe('Only here');

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  // `page.reload` would wait for the page that is not left.
  await Promise.all([page.waitForEvent('dialog'), page.evaluate('setTimeout(() => location.reload())')]);
  expect(asked).toEqual(['beforeunload']);
  expect(await publicName(page).inputValue()).toBe('Only here');

  await page.locator('.save-bar button', { hasText: 'Undo' }).click();
  await page.locator('.tabs a', { hasText: 'Theme' }).click();
  await page.waitForURL(`**${path('theme')}`);
  await page.locator('.tabs a').first().click();
  await publicName(page).fill('Only here');
  await signOut.click();
  await question(page).locator('.end button').last().click();
  await page.waitForURL(`${web.url}/`);
  expect(asked).toEqual(['beforeunload']);
  await context.close();
});

test('everything is changed and saved by keyboard alone', async () => {
  const page = await open();
  const saved: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') saved.push(request.postDataJSON());
  });
  const active = () =>
    page.evaluate(`((at) => at.textContent || at.name || at.labels?.[0]?.querySelector('.strong')?.textContent)(
      document.activeElement)`);
  const tabTo = async (wanted: string): Promise<void> => {
    for (let steps = 0; (await active()) !== wanted; steps++) {
      if (steps > 80) throw new Error(`the keyboard does not reach ${wanted}`);
      await page.keyboard.press('Tab');
    }
  };
  await page.locator('#page').focus();
  await tabTo('name');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Sede Cusco');
  await tabTo('publicName');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tabTo('Replace').then(() => page.keyboard.press('Enter')),
  ]);
  await chooser.setFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.locator('.logo-field [role=alert]').waitFor();
  await tabTo('Remove');
  await page.keyboard.press('Enter');
  expect(await active()).toBe('Choose a picture');
  await tabTo('Show the ID number in full');
  await page.keyboard.press('Space');
  await tabTo('Save changes');
  await page.keyboard.press('Enter');
  await page.locator('.toast', { hasText: 'Settings saved' }).waitFor();
  expect(saved).toEqual([{ name: 'Sede Cusco', logoUrl: null, showIdNumber: true }]);
  await context.close();
});

test.each([
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])(
  'a domain is added, looked up until it is verified, used and removed, accessible in both themes: %s',
  async (_, viewport) => {
    context = await web.browser.newContext({ locale: 'en', reducedMotion: 'reduce', viewport });
    await signIn(context, createFixture());
    const page = await context.newPage();
    const domains = 'tenants settings domains';
    const answers: Overrides = {
      [domains]: { body: null },
      'tenants domain-links': { body: { emails: 1_871 } },
    };
    await mockServer(page, createFixture(), answers);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      const body: unknown = request.method() === 'GET' ? null : request.postDataJSON();
      if (body !== null) sent.push(body);
    });
    const act = (text: string) => page.getByRole('button', { name: text, exact: true }).click();
    await page.goto(`${web.url}${path('domains')}`);
    await page.locator('[name=domain]').waitFor();
    expect(await violationsIn(page)).toEqual([]);

    answers[domains] = { body: pendingDomain };
    await page.fill('[name=domain]', pendingDomain.domain);
    await act('Add the domain');
    await page.locator('.records > li').nth(1).waitFor();
    expect(await page.locator('[role=switch]').count()).toBe(0);
    expect(await violationsIn(page)).toEqual([]);

    answers[domains] = { body: verifiedDomain };
    await act('Look now');
    await page.locator('[name=useInOnboarding]').waitFor();
    expect(await page.locator('.domline .badge').textContent()).toBe('Verified');
    await page.locator('[name=useInOnboarding]').click();
    await expect.poll(() => sent.at(-1)).toEqual({ settings: { useInOnboarding: true } });
    expect(await violationsIn(page)).toEqual([]);

    await act('Remove…');
    await page
      .locator('.stops li', { hasText: 'Links in 1,871 e-mails already sent stop answering' })
      .waitFor();
    expect(await violationsIn(page)).toEqual([]);
    answers[domains] = { body: null };
    await act('Remove the domain');
    await page.locator('.dialog').waitFor({ state: 'detached' });
    await page.locator('[name=domain]').waitFor();
    await context.close();
  },
);
