import { createHash, randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createTransport } from 'nodemailer';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backings, demoPeople, startBackings } from '../src/index.ts';
import { Browser } from '../src/seed/session.ts';

const only = ['redis', 'objects', 'smtp', 'oidc', 'dns'] as const;
let folder: string;
let backings: Backings;

const start = (): Promise<Backings> => startBackings({ dataDir: folder, only: [...only], environment: {} });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-backings-'));
  backings = await start();
});

afterAll(async () => {
  await backings?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('redis', () => {
  it('keeps its data over a restart, and refuses writes instead of evicting when full', async () => {
    const before = new Redis(backings.env.REDIS_URL!);
    await before.set('kept', 'ñandú');
    expect(await before.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    await before.quit();
    const url = backings.env.REDIS_URL;

    await backings.close();
    backings = await start();

    expect(backings.env.REDIS_URL).toBe(url);
    const after = new Redis(backings.env.REDIS_URL!);
    expect(await after.get('kept')).toBe('ñandú');
    await after.quit();
  });
});

describe('mail', () => {
  it('arrives in the inbox with its text, headers and attachments', async () => {
    const transport = createTransport(backings.env.SMTP_URL!);
    const pdf = randomBytes(3_000);
    const arrival = backings.inbox.waitFor((mail) => mail.subject === 'Tu certificado, Íñigo');
    await transport.sendMail({
      from: 'Instituto <certificados@cordillera.example>',
      to: 'Íñigo Echeverría <INIGO@alumnos.example>',
      subject: 'Tu certificado, Íñigo',
      text: 'Enhorabuena',
      html: '<p>Enhorabuena</p><script>alert(1)</script>',
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: [{ filename: 'certificado ñ.pdf', content: pdf, contentType: 'application/pdf' }],
    });
    const mail = await arrival;
    expect(mail).toMatchObject({
      to: ['inigo@alumnos.example'],
      from: 'certificados@cordillera.example',
      attachments: [{ name: 'certificado ñ.pdf', type: 'application/pdf', size: 3_000 }],
    });
    expect(mail.headers['auto-submitted']).toBe('auto-generated');
    expect(mail.text.trim()).toBe('Enhorabuena');

    const found = await fetch(`${backings.inbox.url}/api/mails?to=Inigo@alumnos.example`);
    expect(await found.json()).toMatchObject({ items: [{ id: mail.id }] });
    const file = await fetch(`${backings.inbox.url}/api/mails/${mail.id}/attachments/0`);
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);

    const list = await fetch(backings.inbox.url).then((r) => r.text());
    expect(list).toContain('Tu certificado, Íñigo');
    const page = await fetch(`${backings.inbox.url}/mails/${mail.id}`).then((r) => r.text());
    expect(page).toContain('sandbox="allow-popups');
    const shown = await fetch(`${backings.inbox.url}/mails/${mail.id}/html`);
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox/);
    transport.close();
  });

  it('is refused by the domains for testing refusals', async () => {
    const transport = createTransport(backings.env.SMTP_URL!);
    const send = (to: string) =>
      transport.sendMail({ from: 'a@sello.example', to, subject: 'x', text: 'x' }).catch((error) => error);
    expect(await send('nobody@refused.example')).toMatchObject({ code: 'EENVELOPE', responseCode: 550 });
    expect(await send('nobody@busy.example')).toMatchObject({ code: 'EENVELOPE', responseCode: 451 });
    transport.close();
  });

  it('arrives at the domain for testing lost replies, and only the first mail to an address gets none', async () => {
    const to = 'nobody@lost.example';
    const send = () => {
      const transport = createTransport(backings.env.SMTP_URL!);
      return transport
        .sendMail({ from: 'a@sello.example', to, subject: 'x', text: 'x' })
        .catch((error) => error);
    };
    const unanswered = await send();
    expect(unanswered).toBeInstanceOf(Error);
    expect(unanswered.responseCode).toBeUndefined();
    expect(await send()).toMatchObject({ accepted: [to] });
    const found = await fetch(`${backings.inbox.url}/api/mails?to=${to}`);
    expect(((await found.json()) as { items: unknown[] }).items).toHaveLength(2);
  });

  it('refuses requests of other web sites', async () => {
    const foreign = await fetch(`${backings.inbox.url}/api/mails`, {
      method: 'DELETE',
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(foreign.status).toBe(403);
  });
});

describe('the issuer', () => {
  const redirect = 'http://localhost:4999/auth/v1/callback';

  async function begin() {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = backings.env;
    const config = await client.discovery(
      new URL(OIDC_ISSUER!),
      OIDC_CLIENT_ID!,
      OIDC_CLIENT_SECRET,
      undefined,
      {
        execute: [client.allowInsecureRequests],
      },
    );
    const verifier = client.randomPKCECodeVerifier();
    const checks = { pkceCodeVerifier: verifier, expectedState: 'state-1', expectedNonce: 'nonce-1' };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'openid email profile',
      prompt: 'select_account',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return { config, checks, url };
  }

  /** Follows redirects to the page on which an account is chosen; returns its URL. */
  async function choose(browser: Browser, url: URL, email: string): Promise<URL> {
    let at = url;
    let response = await browser.request(at);
    for (let hop = 0; hop < 8; hop++) {
      if (response.status === 200) {
        const page = await response.text();
        const posts = /action="([^"]*end_session[^"]*|[^"]*session\/end\/confirm[^"]*)"/.exec(page)?.[1];
        if (posts) {
          // The page that a browser submits automatically when another account is chosen.
          const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
          at = new URL(posts, at);
          response = await browser.request(at, {
            method: 'POST',
            body: new URLSearchParams({ xsrf: xsrf ?? '', logout: 'yes' }),
          });
        } else {
          for (const person of demoPeople) expect(page).toContain(person.email);
          response = await browser.request(at, { method: 'POST', body: new URLSearchParams({ email }) });
        }
      }
      at = new URL(response.headers.get('location')!, at);
      if (at.href.startsWith(redirect)) return at;
      response = await browser.request(at);
    }
    throw new Error(`no end at ${at}`);
  }

  it('completes code flow with PKCE and names the person in the ID token', async () => {
    const { config, checks, url } = await begin();
    const back = await choose(new Browser(), url, demoPeople[0]!.email);
    const tokens = await client.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()).toMatchObject({
      email: demoPeople[0]!.email,
      email_verified: true,
      name: demoPeople[0]!.name,
    });
    expect(tokens.claims()!.sub).not.toContain('@');
  });

  it('lets the same browser choose someone else the next time', async () => {
    const browser = new Browser();
    const subjects: string[] = [];
    for (const email of ['ana.gil@school.example', demoPeople[1]!.email]) {
      const { config, checks, url } = await begin();
      const tokens = await client.authorizationCodeGrant(config, await choose(browser, url, email), checks);
      expect(tokens.claims()!.email).toBe(email);
      subjects.push(tokens.claims()!.sub);
    }
    expect(new Set(subjects).size).toBe(2);
  });

  it('redirects only to this machine', async () => {
    const { url } = await begin();
    url.searchParams.set('redirect_uri', 'https://elsewhere.example/callback');
    const refused = await new Browser().request(url);
    expect(refused.status).toBe(400);
  });

  it('refuses a code flow without PKCE', async () => {
    const { url } = await begin();
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    const refused = await new Browser().request(url);
    expect(new URL(refused.headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
  });
});

describe('the name server', () => {
  it('distinguishes records, no data, NXDOMAIN and SERVFAIL', async () => {
    const resolver = new Resolver({ timeout: 2_000, tries: 1 });
    resolver.setServers([backings.env.DNS_SERVERS!]);
    const { dns } = backings;
    const long = 'v=DKIM1; p='.padEnd(420, 'a');
    await dns.set('_sello-challenge.school.example', 'TXT', ['token-1', long]);
    await dns.set('certs.school.example', 'CNAME', ['platform.example']);
    await dns.set('platform.example', 'A', ['192.0.2.7']);
    await dns.set('broken.example', 'FAILURE', []);

    const texts = await resolver.resolveTxt('_sello-challenge.school.example');
    expect(texts.map((parts) => parts.join(''))).toEqual(['token-1', long]);
    expect(await resolver.resolveCname('certs.school.example')).toEqual(['platform.example']);
    expect(await resolver.resolve4('certs.school.example')).toEqual(['192.0.2.7']);
    await expect(resolver.resolveTxt('platform.example')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolveTxt('nowhere.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver.resolveTxt('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' });

    await fetch(`${dns.url}/api/records`, {
      method: 'PUT',
      body: JSON.stringify({ name: 'platform.example', type: 'A', values: [] }),
    });
    await expect(resolver.resolve4('platform.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await dns.clear();
    await expect(resolver.resolveCname('certs.school.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the data folder', () => {
  it('keeps its secrets from other users', async () => {
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('is used by one process at a time, and the error of the second names the first', async () => {
    await expect(start()).rejects.toThrow(`already runs on ${folder} (process ${process.pid})`);
  });
});
