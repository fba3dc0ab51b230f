import type { Stack } from '@sello/dev-stack';
import type { Browser, Page, WebSocket } from 'playwright-core';
import { expect } from 'vitest';
import { generous } from '../patience.ts';
import { focusReturns, tabTo } from './keyboard.ts';

interface Cast {
  stack: Stack;
  browser: Browser;
}

const organization = 'Taller de Teclas';
const invited = 'ada@taller.example';
const later = 'bruno@taller.example';
const wrong = 'carla@taller.example';
/** Joins with the code that was sent to `invited`. */
const joining = 'ada.private@correo.example';
/** Invited from the settings. */
const further = 'dora@taller.example';

async function signIn(page: Page, app: string, email: string): Promise<void> {
  await page.goto(app);
  await page.getByRole('button', { name: 'Sign in with Google' }).first().click();
  await page.getByLabel('Someone else, by e-mail address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Creates the organization by keyboard alone, with invitees as tags. */
async function createByKeyboard(page: Page): Promise<void> {
  const { keyboard } = page;
  const tags = () => page.locator('.tags bdi').allInnerTexts();
  await page.getByRole('link', { name: /Create an organization/ }).waitFor();
  await tabTo(page, /^Create an organization/);
  await keyboard.press('Enter');
  await page.getByLabel('Name of the organization').waitFor();
  await tabTo(page, /^Name of the organization/);
  await keyboard.type(organization);
  expect(await tabTo(page, /^Invite by e-mail/)).toHaveLength(1);
  await keyboard.type(invited);
  await keyboard.press('Enter');
  await keyboard.type(`${later},${invited},nobody@,`);
  await page.getByText('Invalid email: nobody@').waitFor();
  expect(await tags()).toEqual([invited, later]);
  // Escape empties the field; leaving it adds what is typed.
  await keyboard.press('Escape');
  await keyboard.type(wrong);
  expect(await tabTo(page, 'Create and invite 3')).toHaveLength(1);
  expect(await tags()).toEqual([invited, later, wrong]);
  expect(await tabTo(page, 'Back')).toHaveLength(1);
  // Back over the field, in which Backspace takes the last address, to its button "Remove".
  await tabTo(page, /^Invite by e-mail/, 'Shift+Tab');
  await keyboard.press('Backspace');
  expect(await tags()).toEqual([invited, later]);
  await tabTo(page, `Remove ${later}`, 'Shift+Tab');
  await keyboard.press('Space');
  await focusReturns(page, /^Invite by e-mail/);
  expect(await tags()).toEqual([invited]);
  await keyboard.type(later);
  await keyboard.press('Enter');
  await tabTo(page, 'Create and invite 2');
  await keyboard.press('Enter');
  await page.getByText('No students yet').waitFor();
}

/** Somebody joins with another address than the invited one, by the code of the letter that arrived. */
async function joinByCode(page: Page, { inbox, app }: Stack): Promise<void> {
  const letter = await inbox.waitFor(
    ({ to, subject }) => to.includes(invited) && subject.includes(organization),
  );
  const [code] = /\b[0-9A-HJKMNP-TV-Z]{5} [0-9A-HJKMNP-TV-Z]{5}\b/.exec(letter.text)!;
  await signIn(page, app, joining);
  await page.getByRole('link', { name: /Join one with a code/ }).waitFor();
  await tabTo(page, /^Join one with a code/);
  await page.keyboard.press('Enter');
  await page.getByLabel('Invitation code').waitFor();
  await tabTo(page, /^Invitation code/);
  await page.keyboard.type(code.toLowerCase());
  // Leaving the field looks the code up.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: `Join ${organization}` }).waitFor();
  await tabTo(page, /^Invitation code/, 'Shift+Tab');
  await tabTo(page, new RegExp(`^Join .?${organization}`));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Students', level: 1 }).waitFor();
}

/**
 * The owner of an organization runs it by keyboard alone, and what they do to somebody is seen at once in that person's
 * open browser.
 */
export async function walkAmongPeople({ stack, browser }: Cast): Promise<void> {
  const open = async (): Promise<Page> => {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    return page;
  };
  const [owner, person] = await Promise.all([open(), open()]);
  /** The sockets of the person's page. */
  const sockets = new Set<WebSocket>();
  person.on('websocket', (socket) => {
    // Of one that is given up before it stands, no end is reported.
    socket.once('framereceived', () => sockets.add(socket));
    socket.on('close', () => sockets.delete(socket));
  });
  const hasSockets = (count: number) => expect.poll(() => sockets.size, { timeout: generous }).toBe(count);
  const openAsPerson = async (path: string): Promise<void> => {
    // A page that is left takes its sockets with it, and no event says so.
    sockets.clear();
    await person.goto(`${stack.app}${path}`);
  };
  const { keyboard } = owner;
  /** Somebody whose rights others change is told in words, on whatever page is open. */
  const isNotified = (text: string) => person.getByRole('region').getByText(text).waitFor();

  await signIn(owner, stack.app, 'olga@taller.example');
  await createByKeyboard(owner);
  await joinByCode(person, stack);
  await hasSockets(1);

  await tabTo(owner, 'Settings');
  await keyboard.press('Enter');
  await owner.locator('.settings h1').waitFor();
  await tabTo(owner, 'Members');
  await keyboard.press('Enter');
  await owner.getByRole('row', { name: joining }).waitFor();
  const status = (text: string) =>
    owner.getByRole('row', { name: joining }).getByText(text, { exact: true }).waitFor();

  // A role: the answer to the question is one Tab away, and the focus is back on the list afterwards.
  const role = `Role of ${joining}`;
  const trail = await tabTo(owner, role);
  expect(trail.slice(-4)).toEqual(['Search members', 'Member', 'Joined', role]);
  const dialog = owner.locator('.dialog');
  const answer = async (name: string, key: string): Promise<void> => {
    await dialog.waitFor();
    await tabTo(owner, name);
    await keyboard.press(key);
    await dialog.waitFor({ state: 'detached' });
  };
  await keyboard.press('ArrowUp');
  await dialog.waitFor();
  await keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focusReturns(owner, role);
  await keyboard.press('ArrowUp');
  const links = person.getByRole('navigation', { name: 'Main' });
  expect(await links.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  await answer('Change to Admin', 'Enter');
  await focusReturns(owner, role);
  // The person's page shows what an admin may open, without a reload.
  await links.getByRole('link', { name: 'Settings' }).click();
  await isNotified(`Your role in ${organization} is now Admin`);
  await person.locator('.settings h1').waitFor();
  await keyboard.press('ArrowDown');
  await answer('Change to Member', 'Space');
  await person.getByText("You don't have permission to access this page").waitFor();
  await person.getByText('settings.edit').waitFor();
  await isNotified(`Your role in ${organization} is now Member`);

  await openAsPerson('/catalog');
  await person.getByText('Super admin access required to view this page').waitFor();
  await openAsPerson('/students');
  await person.getByRole('heading', { name: 'Students', level: 1 }).waitFor();
  await hasSockets(1);
  await keyboard.press('ArrowDown');
  await answer('Change to Template designer', 'Enter');
  await focusReturns(owner, role);
  await person.getByText('students.view').waitFor();
  await isNotified(`Your role in ${organization} is now Template designer`);
  await links.getByRole('link', { name: 'Templates' }).click();
  await person.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
  await keyboard.press('ArrowUp');
  await answer('Change to Member', 'Enter');
  await focusReturns(owner, role);
  await openAsPerson('/students');
  await person.getByRole('heading', { name: 'Students', level: 1 }).waitFor();
  await hasSockets(1);

  // The menu: by the arrows, closed by Escape.
  const actions = `Actions for ${joining}`;
  expect(await tabTo(owner, actions)).toHaveLength(1);
  const choose = async (name: string, presses: number): Promise<void> => {
    await keyboard.press('Enter');
    await owner.getByRole('menuitem', { name }).waitFor();
    for (let press = 0; press < presses; press++) await keyboard.press('ArrowDown');
    await focusReturns(owner, name);
    await keyboard.press('Enter');
    await dialog.waitFor();
  };
  await keyboard.press('Space');
  await owner.getByRole('menuitem', { name: 'Block…' }).waitFor();
  await keyboard.press('Escape');
  await focusReturns(owner, actions);
  await choose('Block…', 1);
  await keyboard.press('Escape');
  await focusReturns(owner, actions);
  await choose('Block…', 1);
  await answer('Block', 'Enter');
  await focusReturns(owner, actions);
  await status('Blocked');
  await person.waitForURL(/\/onboarding$/);
  await person.getByText('Whose certificates will these be?').waitFor();
  await isNotified(`You are no longer a member of ${organization}`);
  await hasSockets(0);

  await choose('Unblock…', 0);
  await answer('Unblock', 'Enter');
  await focusReturns(owner, actions);
  await status('Active');
  await openAsPerson('/students');
  await person.getByRole('heading', { name: 'Students', level: 1 }).waitFor();
  await hasSockets(1);

  await choose('Remove…', 2);
  await answer('Remove member', 'Enter');
  await owner.getByRole('row', { name: joining }).waitFor({ state: 'detached' });
  await person.waitForURL(/\/onboarding$/);
  await isNotified(`You are no longer a member of ${organization}`);
  await hasSockets(0);
  // What had the focus is gone: it stays in the list.
  await focusReturns(owner, 'Members');

  // An invitation: leaving the field takes the address and enables the button, which keeps the focus.
  await tabTo(owner, /^E-mail addresses/, 'Shift+Tab');
  await keyboard.type(further);
  expect(await tabTo(owner, 'Send 1 invitation')).toHaveLength(1);
  await keyboard.press('Enter');
  await owner.getByRole('row', { name: further }).waitFor();
  await focusReturns(owner, 'Send invitations');
  // A letter that is on its way cannot be asked for a second time.
  await owner.getByRole('row', { name: further }).getByText('Sent', { exact: true }).waitFor();
  await tabTo(owner, `Send again: the invitation of ${further}`);
  await keyboard.press('Enter');
  await owner.getByText(`A new letter to ${further} is on its way`).waitFor();
  await focusReturns(owner, `Send again: the invitation of ${further}`);
  expect(await tabTo(owner, `Revoke the invitation of ${further}`)).toHaveLength(1);
  await keyboard.press('Enter');
  await owner.getByRole('row', { name: further }).waitFor({ state: 'detached' });
  await focusReturns(owner, `Revoke the invitation of ${later}`);

  // The invitation that nobody accepted; with the first, which was used, gone, it is the only one.
  await tabTo(owner, `Send again: the invitation of ${later}`, 'Shift+Tab');
  expect(await tabTo(owner, `Revoke the invitation of ${later}`)).toHaveLength(1);
  await keyboard.press('Enter');
  await owner.getByRole('row', { name: later }).waitFor({ state: 'detached' });
  await expect.poll(() => owner.evaluate<string>('document.activeElement.id')).toBe('page');
  await Promise.all([owner.close(), person.close()]);
}
