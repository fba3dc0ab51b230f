import {
  membersApi,
  permission,
  studentsApi,
  type TenantRole,
  templatesApi,
  tenantsApi,
} from '@sello/contracts';
import { type ApiClient, type Stack, signIn } from '@sello/dev-stack';
import { openStore } from '@sello/store';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  everyone,
  expected,
  invitingName,
  landing,
  onboarding,
  pathsOf,
  studentName,
  templateName,
  type Who,
} from '../../web/src/app/routes/route-matrix-expected.fixture.ts';
import { startBrowser, walkArgs } from '../browser.ts';
import { generous } from '../patience.ts';
import { violationsIn } from './accessible.ts';

type Route = keyof typeof expected;

// The server lists every organization to super admins, so that here they always have one.
const visitors = everyone.filter((who) => who !== 'superAdminAlone');

/** An organization with somebody of every role, and somebody who was blocked in it. */
async function fill(stack: Stack) {
  const emailOf = (who: Who) => (who === 'superAdmin' ? 'ines.prado@sello.example' : `${who}@matriz.example`);
  const people = visitors.filter((who) => who !== 'signedOut');
  const clients = Object.fromEntries(
    await Promise.all(people.map(async (who) => [who, await signIn(stack, { email: emailOf(who) })])),
  ) as Record<Exclude<Who, 'signedOut' | 'superAdminAlone'>, ApiClient>;
  const { owner, superAdmin } = clients;
  const { _id: tenantId } = await owner.call(tenantsApi, 'create', {
    body: { name: invitingName, language: 'en' },
  });
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'test', ensureIndexes: false });
  const join = (who: 'admin' | 'member' | 'template_designer' | 'blocked', role: TenantRole) => {
    const { id: userId, email: userEmail } = clients[who].user;
    return store.members.add(tenantId, { userId, userEmail, userName: who, role });
  };
  for (const role of ['admin', 'member', 'template_designer'] as const) await join(role, role);
  const { _id: memberId } = await join('blocked', 'member');
  await store.close();
  const tenant = tenantId;
  await owner.call(membersApi, 'set-status', { tenant, body: { memberId, status: 'blocked' } });
  await owner.call(membersApi, 'invite', {
    ...{ tenant, body: { tenantId, emails: ['somebody.else@matriz.example'] } },
  });
  const { items: invites } = await owner.call(membersApi, 'list-invites', { tenant, query: {} });
  const { items } = await owner.call(templatesApi, 'list', { tenant, query: {} });
  const design = await owner.call(templatesApi, 'get', { tenant, query: { id: items[0]!._id } });
  const { version, pages, variables } = design;
  const body = { name: templateName, version, pages, variables };
  const template = await owner.call(templatesApi, 'upsert', { tenant, body });
  const entry = await superAdmin.call(templatesApi, 'catalog-upsert', { body });
  const student = { fullName: studentName, email: 'lucia@matriz.example' };
  const { _id: studentId } = await owner.call(studentsApi, 'upsert', { tenant, body: student });
  const made = { inviteId: invites[0]!.reference!, templateId: template._id, entryId: entry._id };
  const ids = { tenantId, ...made, studentId };
  return { clients, ids };
}

// Runs in the page. What is on it: the path, if it is not the asked one, and the heading, or the words of a refusal.
const shown = (asked: string) => `(() => {
  const text = (selector) => document.querySelector(selector)?.textContent?.trim() ?? '';
  const name = document.querySelector('h1 input');
  if (document.querySelector('main[aria-busy=true]') || !(name || text('main h1'))) return 'waiting';
  const front = location.pathname === ${JSON.stringify(asked)} ? '' : location.pathname + ': ';
  const denied = text('main.denied');
  const missing = ${JSON.stringify(permission.options)}.find((one) => denied.includes(one));
  const kind = location.pathname.startsWith('/catalog') ? 'catalog' : 'template';
  const heading = name ? 'Editor: ' + (location.pathname.endsWith('/new') ? 'a new ' : 'a ') + kind : text('main h1');
  return front + heading + (denied ? '. ' + text('main.denied .lead') : '') + (missing ? ': ' + missing : '');
})()`;

/** In a browser no document is opened instead of another: the redirect has ended. */
function inBrowser(seen: string): string {
  const [, path] = /^document (.+)$/.exec(seen) ?? [];
  if (path === undefined) return seen;
  return `${path}: ${path === '/' ? landing : onboarding}`;
}

/** Every route is opened by one of the people, and the next by another: the whole matrix is a proof. */
const isInSample = (route: number, person: number): boolean => (route + person) % visitors.length === 0;

/**
 * Opens every route as a person of every role, and as somebody who is signed out, without an organization or blocked:
 * they see the screen, a refusal, or are led on. Each of these is checked once for accessibility, in both colour schemes.
 * Without `isWhole` it is a sample. Returns how many were opened, and how many screens were checked.
 */
export async function walkRoutes(
  stack: Stack,
  { isWhole = false } = {},
): Promise<{ opened: number; checked: number }> {
  const { clients, ids } = await fill(stack);
  const paths = pathsOf(ids);
  const browser = await startBrowser(walkArgs);
  const checked = new Set<string>();
  const violations: string[] = [];
  let opened = 0;

  const check = async (page: Page, screen: string): Promise<void> => {
    if (checked.has(screen)) return;
    checked.add(screen);
    violations.push(...(await violationsIn(page)).map((violation) => `${screen}, ${violation}`));
  };

  const visit = async (who: (typeof visitors)[number]): Promise<void> => {
    const context = await browser.newContext({
      ...{ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce' },
    });
    if (who !== 'signedOut') {
      const client = clients[who as keyof typeof clients];
      const session = {
        ...{ access_token: await client.token(), token_type: 'bearer', refresh_token: 'unused' },
        ...{ expires_in: 600, expires_at: Math.floor(Date.now() / 1000) + 600 },
        user: { ...client.user, aud: 'authenticated', app_metadata: {}, user_metadata: { full_name: who } },
      };
      await context.addInitScript({
        content: `localStorage.setItem('sello.session', ${JSON.stringify(JSON.stringify(session))});
          localStorage.setItem('activeTenantId', ${JSON.stringify(ids.tenantId)});`,
      });
    }
    const page = await context.newPage();
    const seen: Partial<Record<Route, string>> = {};
    const routes = (Object.keys(expected) as Route[]).filter(
      (_, at) => isWhole || isInSample(at, visitors.indexOf(who)),
    );
    for (const route of routes) {
      opened++;
      const wanted = inBrowser(expected[route][who]);
      await page.goto(stack.app + paths[route], { waitUntil: 'commit' });
      const now = shown(paths[route]);
      // The page's policy allows no evaluation in it, which the browser's own waiting needs.
      const look = async () => {
        seen[route] = await page.evaluate<string>(now).catch(() => 'another document');
        return seen[route];
      };
      await expect
        .poll(look, { timeout: generous, interval: 100 })
        .toBe(wanted)
        .catch(() => undefined);
      if (seen[route] === wanted) await check(page, wanted);
    }
    await context.close();
    const all = routes.map((route) => [route, inBrowser(expected[route][who])]);
    expect({ who, ...seen }).toEqual({ who, ...Object.fromEntries(all) });
  };

  try {
    for (const who of visitors) await visit(who);
    expect(violations).toEqual([]);
    return { opened, checked: checked.size };
  } finally {
    await browser.close();
  }
}
