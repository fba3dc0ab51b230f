import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Cast {
  app: string;
  browser: Browser;
  /** A page in which a staff member of the organization has its students open. */
  staff: Page;
  organization: string;
  /** A certificate of the organization, and the text with which a visitor reported it. */
  certId: string;
  complaint: string;
}

/** A super admin's actions on an organization, and what visitors and its staff see. */
export async function walkAsOperator({
  app,
  browser,
  staff,
  organization,
  certId,
  complaint,
}: Cast): Promise<void> {
  // Each in its own window, because a hidden tab is rendered only once a second.
  const open = () =>
    browser.newPage({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
  const [operator, stranger] = await Promise.all([open(), open()]);
  /** Opens the dialog, enters the reason if there is a field for one, and confirms. */
  const act = async (open: string, name: string, reason?: string): Promise<void> => {
    await operator.getByRole('button', { name: open }).first().click();
    const dialog = operator.locator('.dialog');
    if (reason !== undefined) await dialog.getByRole('textbox').fill(reason);
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const readFirst = async (fact: RegExp): Promise<void> => {
    await stranger.goto(`${app}/verify/${certId}`);
    await stranger.locator('.verdicts > li').first().filter({ hasText: fact }).waitFor();
  };

  await operator.goto(app);
  await operator.getByRole('button', { name: 'Sign in with Google' }).first().click();
  await operator.getByLabel('Someone else, by e-mail address').fill('ines.prado@sello.example');
  await operator.getByRole('button', { name: 'Continue' }).click();
  await operator.getByRole('link', { name: 'Organizations' }).first().click();
  await operator.getByText('1 report from verify pages waits for an answer.').waitFor();
  const report = operator.locator('.reports > ul > li', { hasText: complaint });
  await report.getByRole('link', { name: organization }).click();
  await report.waitFor();

  await act('Confirm…', 'Confirm', 'Called the number in the register');
  await readFirst(/was confirmed by the people who run this server/);
  await stranger.getByRole('heading', { level: 1, name: /valid/ }).waitFor();
  await act('Withdraw…', 'Withdraw', 'The register was wrong');
  await readFirst(/Nobody has proved who/);

  const notice = staff.getByRole('region', { name: 'E-mails are paused' });
  expect(await notice.count()).toBe(0);
  await act('Pause…', 'Pause the mail', 'Strangers complained');
  await notice.getByText('Strangers complained').waitFor();
  await act('Let it go on…', 'Let it go on');
  await notice.waitFor({ state: 'detached' });
  await report.getByRole('button', { name: 'Close the report' }).click();
  await operator.getByText('No report waits for an answer.').waitFor();

  await Promise.all([operator.close(), stranger.close()]);
}

/** Expects the e-mail address of the user and the button to sign out at widths between a phone and a desktop. */
export async function expectSignOut(page: Page, email: string): Promise<void> {
  const usual = page.viewportSize()!;
  for (const width of [769, 900, 1000, 1181]) {
    await page.setViewportSize({ width, height: 700 });
    for (const own of [page.getByText(email), page.getByRole('button', { name: 'Sign out' })]) {
      const box = (await own.locator('visible=true').boundingBox())!;
      expect(box.x, `at ${width}`).toBeGreaterThan(0);
      expect(box.x + box.width, `at ${width}`).toBeLessThanOrEqual(width);
      expect(box.width, `at ${width}`).toBeGreaterThan(40);
    }
  }
  await page.setViewportSize(usual);
}
