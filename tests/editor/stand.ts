import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { studentsApi, type Template, type TenantRole, templatesApi, tenantsApi } from '@sello/contracts';
import { type ApiClient, type ApiProblem, type Stack, signIn, startStack } from '@sello/dev-stack';
import { openStore } from '@sello/store';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '../browser.ts';
import { EditorPage } from './editor-page.ts';

const organization = 'Conservatorio Ñandutí';
const emails = {
  owner: 'directora@nanduti.example',
  designer: 'lourdes.benitez@nanduti.example',
  member: 'secretaria@nanduti.example',
} as const;
export type Who = keyof typeof emails;

/** A stack with an organization, a student, a signing certificate, and a browser. */
export interface EditorStand {
  stack: Stack;
  browser: Browser;
  tenant: string;
  studentId: string;
  student: string;
  signingCertificate: string;
  /** What the model of the operator was asked for. */
  askedForTags: string[];
  /** The API as each person, beside what they do in the browser. */
  as: Record<'owner' | 'member', ApiClient>;
  /** What is stored of a template; null when it was deleted. */
  stored(id: string): Promise<Template | null>;
  /** Errors that pages logged so far, without those of a network that a test took away. */
  faults: string[];
  /** Signs a person in, in a window of their own, at the first screen of the organization. */
  open(who: Who, options?: BrowserContextOptions): Promise<EditorPage>;
  /**
   * Opens another tab of the window in which a person is signed in, whose parts of the application are loaded already; a
   * window at the first screen when there is none. The page is to be closed, not its context.
   */
  openAgain(who: Who): Promise<EditorPage>;
  /** Chooses the account on the issuer's page. */
  identify(page: Page, who: Who): Promise<void>;
  /** Ends every session of a person, as they do from another computer. */
  endSessions(who: Who): Promise<void>;
  /** Opens another tab of the same window. */
  tab(context: BrowserContext): Promise<EditorPage>;
  close(): Promise<void>;
}

export async function openStand(): Promise<EditorStand> {
  const model = await startModel();
  const environment = { ...process.env, AI_URL: model.url, AI_MODEL: 'small-model' };
  const [stack, browser] = await Promise.all([
    // Nothing is sent here, and nobody adds a domain.
    startStack({ environment, services: ['bff', 'render-worker'] }),
    launch(),
  ]);
  const close = async () => {
    await browser.close();
    await stack.close();
    await model.close();
  };
  try {
    const filled = await fill(stack);
    const { tenant, as } = filled;
    const stored = (id: string) =>
      as.owner.call(templatesApi, 'get', { tenant, query: { id } }).catch((error: ApiProblem) => {
        if (error.status === 404) return null;
        throw error;
      });
    return {
      ...filled,
      ...windows(stack, browser),
      stack,
      browser,
      stored,
      close,
      askedForTags: model.asked,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A server of the chat completions protocol, which suggests the same tags whatever it is asked for. */
async function startModel(): Promise<{ url: string; asked: string[]; close(): Promise<void> }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(body);
    const content = JSON.stringify({ tags: ['music', 'diploma'] });
    const answer = { id: 'x', choices: [{ index: 0, message: { role: 'assistant', content } }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ asked, url: `http://127.0.0.1:${port}/v1` },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const launch = (): Promise<Browser> =>
  startBrowser(['--no-sandbox', '--disable-gpu', '--disable-accelerated-2d-canvas']);

/** The organization with its members, through the API and, for roles that are invited by e-mail, the store. */
async function fill(stack: Stack) {
  const [owner, designer, member] = await Promise.all([
    signIn(stack, { email: emails.owner }),
    signIn(stack, { email: emails.designer }),
    signIn(stack, { email: emails.member }),
  ]);
  const { _id: tenant } = await owner.call(tenantsApi, 'create', {
    body: { name: organization, language: 'en' },
  });
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'test', ensureIndexes: false });
  const join = ({ user: { id: userId, email: userEmail } }: ApiClient, userName: string, role: TenantRole) =>
    store.members.add(tenant, { userId, userEmail, userName, role });
  await Promise.all([
    join(designer, 'Lourdes Benítez', 'template_designer'),
    join(member, 'Ramona Duarte', 'member'),
  ]);
  await store.close();
  const student = 'María Ñahui';
  const made = await owner.call(studentsApi, 'upsert', {
    tenant,
    body: { fullName: student, idNumber: 'ED-0001', country: 'Perú', email: 'maria@correo.example' },
  });
  const { id: signingCertificate } = await owner.call(tenantsApi, 'certificates-action', {
    tenant,
    query: { tenantId: tenant },
    body: {
      action: 'generate',
      algorithm: 'rsa-2048',
      certificateParams: {
        reason: organization,
        location: 'Asunción',
        contactInfo: `mailto:${emails.owner}`,
        name: organization,
      },
    },
  });
  return { tenant, student, studentId: made._id, signingCertificate, as: { owner, member } };
}

function windows(
  stack: Stack,
  browser: Browser,
): Pick<EditorStand, 'open' | 'openAgain' | 'tab' | 'faults' | 'identify' | 'endSessions'> {
  const faults: string[] = [];
  const signedIn = new Map<Who, BrowserContext>();
  const tab = async (context: BrowserContext): Promise<EditorPage> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(String(error.stack)));
    page.on('console', (message) => {
      // What the browser says of an answer that a test asked for is no error of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    return new EditorPage(page, stack.app);
  };
  const identify = async (page: Page, who: Who): Promise<void> => {
    await page.getByLabel('Someone else, by e-mail address').fill(emails[who]);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const open: EditorStand['open'] = async (who, options) => {
    const context = await browser.newContext({
      ...{ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' },
      ...options,
    });
    const editor = await tab(context);
    const { page } = editor;
    await page.goto(stack.app);
    await page.getByRole('button', { name: 'Sign in with Google' }).first().click();
    await identify(page, who);
    await page
      .getByRole('heading', { level: 1, name: who === 'designer' ? 'Templates' : 'Students' })
      .waitFor();
    if (options === undefined) {
      signedIn.set(who, context);
      context.once('close', () => signedIn.delete(who));
    }
    return editor;
  };
  return {
    ...{ faults, tab, identify, open },
    async endSessions(who) {
      const client = await signIn(stack, { email: emails[who] });
      await client.fetch('/auth/v1/logout?scope=global', { method: 'POST' });
    },
    openAgain(who) {
      const context = signedIn.get(who);
      return context ? tab(context) : open(who);
    },
  };
}
