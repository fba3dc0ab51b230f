import type { Stack } from '@sello/dev-stack';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { invitationIn } from './joining.ts';

const organization = 'Ateneo de Bolsillo';
const invited = 'nora@ateneo.example';

/** Nothing may be wider than the window. */
async function expectToFit(page: Page): Promise<void> {
  const [wide, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(wide, page.url()).toBeLessThanOrEqual(window);
}

/**
 * On telephones alone: an owner invites an address, and a new person opens the link of the letter, signs in, accepts, and
 * is a member.
 */
export async function walkOnPhones({ stack, browser }: { stack: Stack; browser: Browser }): Promise<void> {
  const open = async (): Promise<Page> => {
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
      ...{ locale: 'en-GB', reducedMotion: 'reduce' },
    });
    const page = await context.newPage();
    return page;
  };
  const [owner, person] = await Promise.all([open(), open()]);
  const identify = async (page: Page, email: string): Promise<void> => {
    await page.getByLabel('Someone else, by e-mail address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).tap();
  };

  await owner.goto(stack.app);
  await owner.getByRole('button', { name: 'Sign in with Google' }).first().tap();
  await identify(owner, 'marta@ateneo.example');
  await owner.getByRole('link', { name: /Create an organization/ }).tap();
  await owner.getByLabel('Name of the organization').fill(organization);
  await owner.getByRole('button', { name: 'Create', exact: true }).tap();
  await owner.getByText('No students yet').waitFor();
  await owner.getByRole('button', { name: 'Menu' }).tap();
  await owner.locator('.mobile-menu').getByRole('link', { name: 'Settings' }).tap();
  await owner.getByRole('link', { name: 'Members' }).tap();
  const addresses = owner.getByLabel('E-mail addresses');
  await addresses.tap();
  await owner.keyboard.type(invited);
  // Touching elsewhere leaves the field, which takes the address.
  await owner.getByRole('heading', { name: 'Invite', exact: true }).tap();
  await owner.getByRole('button', { name: 'Send 1 invitation' }).tap();
  const row = owner.getByRole('row', { name: invited });
  await row.getByText('Sent', { exact: true }).waitFor();
  for (const day of ['Invited', 'Ends'])
    expect(await row.getByText(day, { exact: true }).isVisible()).toBe(true);
  await expectToFit(owner);

  const link = await invitationIn(stack, invited);
  await person.goto(link);
  await person.getByRole('heading', { name: `${organization} invites you` }).waitFor();
  await expectToFit(person);
  await person.getByRole('button', { name: 'Sign in to accept' }).tap();
  await identify(person, invited);
  await person.getByRole('button', { name: 'Accept the invitation' }).waitFor();
  expect(person.url()).toBe(link);
  await expectToFit(person);
  await person.getByRole('button', { name: 'Accept the invitation' }).tap();
  await person.getByText(`You are a member of ${organization}.`).waitFor();
  await person.getByRole('link', { name: 'Open it now' }).tap();
  await person.getByRole('heading', { name: 'Students', level: 1 }).waitFor();

  await owner.reload();
  await owner.getByRole('row', { name: invited }).getByText('Active', { exact: true }).waitFor();
  expect(await owner.getByRole('heading', { name: 'Invitations' }).count()).toBe(0);
  await Promise.all([owner.context().close(), person.context().close()]);
}
