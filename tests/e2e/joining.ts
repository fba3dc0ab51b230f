import type { Stack } from '@sello/dev-stack';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The link in the letter of an invitation. */
export async function invitationIn({ inbox }: Pick<Stack, 'inbox'>, address: string): Promise<string> {
  const letter = await inbox.waitFor(({ to }) => to.includes(address));
  return /https?:\/\/\S+\/accept-invite\/[0-9a-f]{56}/.exec(letter.text)![0];
}

interface Invited {
  stack: Stack;
  browser: Browser;
  organization: string;
  /** The invited address; nobody has signed in with it yet. */
  email: string;
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Someone else, by e-mail address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** An invited person on a phone opens the app, and is led to the invitation; one with another address cannot accept it. */
export async function walkAsInvited({ stack, browser, organization, email }: Invited): Promise<void> {
  const open = async (): Promise<Page> => {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    return page;
  };
  const [invited, other] = await Promise.all([open(), open()]);

  await invited.goto(stack.app);
  await invited.getByRole('button', { name: 'Sign in with Google' }).first().click();
  await signInAs(invited, email);
  await invited.waitForURL(/\/accept-invite\/[0-9a-f]{24}$/);
  await invited.getByRole('heading', { name: `${organization} invites you` }).waitFor();

  const link = await invitationIn(stack, email);
  // The link of the letter, opened by somebody who is signed out, and signs in with another address.
  await other.goto(link);
  await other.getByRole('button', { name: 'Sign in to accept' }).click();
  await signInAs(other, 'vecina@otra.example');
  await other.getByRole('heading', { name: `${organization} invites someone else` }).waitFor();
  expect(other.url()).toBe(link);

  await invited.getByRole('button', { name: 'Accept the invitation' }).click();
  await invited.getByText(`You are a member of ${organization}.`).waitFor();
  await invited.getByRole('link', { name: 'Open it now' }).click();
  await invited.getByRole('heading', { name: 'Students', level: 1 }).waitFor();

  // It works once.
  await other.reload();
  await other.getByRole('heading', { name: 'This invitation is not here' }).waitFor();
  await Promise.all([invited.close(), other.close()]);
}
