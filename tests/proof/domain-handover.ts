import { acceptInviteUrl, membersApi, tenantsApi } from '@sello/contracts';
import { type Stack, signIn } from '@sello/dev-stack';
import { newId } from '@sello/store';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startCaddy } from '../../services/bff/tests/caddy.ts';
import { startBrowser } from '../browser.ts';
import { violationsIn } from '../e2e/accessible.ts';
import { verifyName } from './domain-edge.ts';
import { until } from './domain-kills.ts';
import { untilReady } from './processes.ts';

export interface HandoverResult {
  width: number;
  /** The hosts that the browser was on, in their order. */
  hosts: string[];
  violations: string[];
  /** Addresses of pages that had a token of the session. */
  tokensInAddresses: number;
  /** What the own host has of the session: cookies that a sign-in sets, and entries of the browser's storage. */
  sessionOnOwnHost: string[];
  isMember: boolean;
}

export const isHandedOver = (results: readonly HandoverResult[]): boolean =>
  results.length > 0 &&
  results.every(
    (one) =>
      one.hosts.join() === 'own,platform,own,platform' &&
      one.violations.length === 0 &&
      one.tokensInAddresses === 0 &&
      one.sessionOnOwnHost.length === 0 &&
      one.isMember,
  );

const READY_MS = 180_000;

/**
 * In a browser behind the real edge, an invited person follows the link of the organization's own host, signs in and
 * accepts on the platform, and comes back.
 */
export async function walkHandover(stack: Stack): Promise<HandoverResult[]> {
  await untilReady(stack, READY_MS);
  const own = `join-${newId()}.school.test`;
  const client = await signIn(stack, { email: 'owner@handover.example' });
  const { _id: tenantId } = await client.call(tenantsApi, 'create', { body: { name: `Escuela ${newId()}` } });
  await verifyName(stack, own, tenantId);
  const edge = await startCaddy({ bffs: [stack.app], ask: `${stack.internal}/internal/tls-ask` });
  const browser = await startBrowser([
    '--no-sandbox',
    '--disable-gpu',
    `--host-resolver-rules=MAP ${own} 127.0.0.1:${edge.port}`,
  ]);
  try {
    await until(
      () => edge.open(own),
      (page) => page?.status === 200,
    );
    const results: HandoverResult[] = [];
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const email = `ada.${width}.${newId()}@handover.example`;
      await client.call(membersApi, 'invite', {
        ...{ tenant: tenantId, body: { tenantId, emails: [email] } },
      });
      const { items: invites } = await client.call(membersApi, 'list-invites', {
        tenant: tenantId,
        query: {},
      });
      const { reference } = invites.find((one) => one.email === email)!;
      const link = `https://${own}${acceptInviteUrl(reference!)}`;
      const walked = await walk({ browser, stack, own, link, email, viewport: { width, height } });
      const { items } = await client.call(membersApi, 'list', { tenant: tenantId, query: {} });
      results.push({ ...walked, isMember: items.some(({ userEmail }) => userEmail === email) });
    }
    return results;
  } finally {
    await browser.close();
    await edge.close();
  }
}

interface Setting {
  browser: Browser;
  stack: Stack;
  own: string;
  link: string;
  email: string;
  viewport: { width: number; height: number };
}

async function walk(setting: Setting): Promise<Omit<HandoverResult, 'isMember'>> {
  const { browser, stack, own, link, email, viewport } = setting;
  // The edge's own authority is not the browser's.
  const options = { ignoreHTTPSErrors: true, locale: 'en-GB', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ ...options, viewport });
  const page = await context.newPage();
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) addresses.push(request.url());
  });
  const violations: string[] = [];
  const see = async (name: string): Promise<void> => {
    violations.push(...(await violationsIn(page)).map((one) => `${name}: ${one}`));
    await page.emulateMedia({ colorScheme: 'light' });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await page.goto(link);
  await page.getByRole('heading', { name: /invites you$/ }).waitFor();
  await see('the invitation on the own host');
  await button(/^Go on to/).click();
  await button('Sign in to accept').click();
  await page.getByLabel('Someone else, by e-mail address').fill(email);
  await button('Continue').click();
  await button('Accept the invitation').click();
  await page.waitForURL(link);
  await page.getByRole('heading', { name: 'You are in' }).waitFor();
  await see('back on the own host');
  const sessionOnOwnHost = await sessionAt(page, context, own);
  await page.getByRole('link', { name: /^Work on/ }).click();
  await page.getByRole('heading', { name: 'Students', level: 1 }).waitFor();
  const platform = new URL(stack.app).host;
  const hosts = addresses
    .map((address) => new URL(address).host)
    .flatMap((host) => (host === own ? ['own'] : host === platform ? ['platform'] : []))
    .filter((host, place, list) => host !== list[place - 1]);
  const result = {
    width: viewport.width,
    ...{ hosts, violations, sessionOnOwnHost },
    // A signed token begins with the base64 of `{"`.
    tokensInAddresses: addresses.filter((address) => /[=/#.]eyJ/.test(address)).length,
  };
  await context.close();
  return result;
}

/** The names of what a session would leave on the own host. */
async function sessionAt(page: Page, context: BrowserContext, own: string): Promise<string[]> {
  const kept = await page.evaluate<string[]>(
    '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]',
  );
  const cookies = (await context.cookies(`https://${own}`)).map(({ name }) => name);
  const ofTheWay = ['sello_joined', 'sello_handover'];
  return [
    ...kept.filter((name) => /sb-|auth|token/i.test(name)),
    ...cookies.filter((one) => !ofTheWay.includes(one)),
  ];
}
