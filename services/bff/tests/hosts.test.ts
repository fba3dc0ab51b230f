import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificatesApi, type DomainEvent, ownSiteMeta } from '@sello/contracts';
import { createLogger } from '@sello/kit';
import { openQueue } from '@sello/queue';
import type { DomainCheck } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Academy, openAcademy } from './academy.ts';
import { type AskOptions, ask, askRaw } from './ask-host.ts';
import { testEdge } from './edge.suite.ts';
import { testHandover } from './handover.suite.ts';
import { pathsOfTheApp } from './host-paths.ts';
import { startTestStack, type TestStack } from './stack.ts';

const publicUrl = 'https://sello.test';
const own = 'certs.ana.test';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);

let stack: TestStack;
let dist: string;
/** Two BFFs on the same services. */
let bffs: string[];
let internals: string[];
let ana: Academy;
let berta: Academy;
let certOfAna: string;
let certOfBerta: string;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'sello-hosts-'));
  // What a build has beside the files that are served.
  for (const [folder, file] of [
    ['assets', 'index-abc.js'],
    ['server', 'verify.js'],
    ['pages', 'landing.en.html'],
    ['.vite', 'manifest.json'],
  ] as const) {
    await mkdir(join(dist, folder));
    await writeFile(join(dist, folder, file), 'export {};');
  }
  await writeFile(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><meta name="description" content="Sello" /><title>Sello</title></head><body></body></html>',
  );
  stack = await startTestStack({ WEB_DIST: dist });
  const started = await Promise.all([1, 2].map(() => stack.startBff({ PUBLIC_URL: publicUrl })));
  bffs = started.map(({ app }) => app);
  internals = started.map(({ internal }) => internal);
  ana = await openAcademy(stack);
  berta = await openAcademy(stack, 'Instituto Berta', 'berta@example.org');
  const certOf = async (academy: Academy) =>
    (await academy.issue(await academy.addStudents('Luz'))).certIds[0]!;
  [certOfAna, certOfBerta] = [await certOf(ana), await certOf(berta)];
  await verify(ana.tenant, own, { useInVerification: true, useInOnboarding: true });
  await stack.store.domains.add(berta.tenant, { domain: 'pending.test', token: 't', dnsRecords: [] });
});
afterAll(async () => {
  await ana?.close();
  await berta?.close();
  await stack?.close();
  await rm(dist, { recursive: true, force: true });
});

const check = (status: 'verified' | 'failed'): DomainCheck => ({
  ...{ status, dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() },
});

/** Claims and verifies a domain as the domain-worker does. */
async function verify(tenant: string, domain: string, settings: object): Promise<void> {
  const { _id } = await stack.store.domains.add(tenant, { domain, token: 't', dnsRecords: [] });
  await stack.store.domains.recordCheck(tenant, _id, check('verified'));
  await stack.store.domains.updateSettings(tenant, settings);
}

/** Publishes the event of a domain and waits until both BFFs serve `status` under the name. */
async function publish(event: DomainEvent, host: string, status: number): Promise<void> {
  const queue = openQueue({
    ...{ redisUrl: stack.backings.env.REDIS_URL!, service: 'domain-worker' as const },
    log: createLogger({ service: 'test', level: 'silent' }),
  });
  await queue.publish('domain', event);
  await queue.close();
  // Less than the ten seconds for which an answer is kept: the event drops it.
  for (const app of bffs)
    await expect.poll(async () => (await ask(app, host, '/verify')).status, { timeout: 9_000 }).toBe(status);
}

const page = (host: string, path: string, more: AskOptions = {}) =>
  ask(bffs[0]!, host, path, { ...more, headers: { accept: 'text/html', ...more.headers } });
const lookUp = async (host: string, certId: string) =>
  (await ask(bffs[0]!, host, `/api/verify?fn=lookup&hash=${certId}`)).json();

describe('an organization’s own host', () => {
  it('serves its verify pages under its name, its certificates and the files of the build', async () => {
    const answer = await page(own, `/verify/${certOfAna}`);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`name="${ownSiteMeta}"`);
    expect(answer.text).toContain('&quot;name&quot;:&quot;Academia Ana&quot;');
    expect((await page(own, '/verify')).text).toContain('<title>Academia Ana</title>');
    expect((await page(own, '/')).headers.location).toBe('/verify');
    expect((await ask(bffs[0]!, own, '/assets/index-abc.js')).text).toBe('export {};');
    const file = await ask(bffs[0]!, own, `/c/${certOfAna}`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('gives the links of its certificates on its host, on whichever host they are looked up', async () => {
    for (const host of [own, 'sello.test']) {
      const { certificate } = await lookUp(host, certOfAna);
      expect(certificate.verifyUrl).toBe(`https://${own}/verify/${certOfAna}`);
      expect(certificate.downloadUrl).toBe(`https://${own}/c/${certOfAna}`);
    }
    const { items } = await ana.ana.call(certificatesApi, 'history', {
      tenant: ana.tenant,
      query: { studentId: (await stack.store.certificates.getMany(ana.tenant, [certOfAna]))[0]!.studentId },
    });
    expect(items[0]!.verifyUrl).toContain(`https://${own}/`);
    expect((await lookUp('sello.test', certOfBerta)).certificate.verifyUrl).toBe(
      `${publicUrl}/verify/${certOfBerta}`,
    );
  });

  it('finds no certificate of another organization, nor its logo, and leads to the page that says so', async () => {
    const { hash } = (await stack.store.certificates.getMany(berta.tenant, [certOfBerta]))[0]!;
    for (const reference of [certOfBerta, hash, `${publicUrl}/verify/${certOfBerta}`])
      expect(await lookUp(own, encodeURIComponent(reference))).toMatchObject({ code: 'issued_not_found' });
    expect((await page(own, `/verify/${certOfBerta}`)).text).not.toContain('og:title');
    expect((await ask(bffs[0]!, own, `/c/${certOfBerta}`)).status).toBe(404);
    expect((await ask(bffs[0]!, own, `/c/${certOfBerta}/${hash}.png`)).status).toBe(404);
    expect((await page(own, `/c/${certOfBerta}`)).headers.location).toBe(`/verify/${certOfBerta}`);
    const report = { certId: certOfBerta, text: 'Not theirs' };
    const sent = await ask(bffs[0]!, own, '/api/verify?fn=report', { method: 'POST', json: report });
    expect(sent.json()).toMatchObject({ code: 'issued_not_found' });
    const logo = `assets/${berta.tenant}/images/logo-1.png`;
    await berta.blobs.put(logo, png);
    expect((await ask(bffs[0]!, 'sello.test', `/${logo}`)).status).toBe(200);
    expect((await ask(bffs[0]!, own, `/${logo}`)).status).toBe(404);
  });

  it('has a policy and a transport security of its own, and sets no cookie', async () => {
    const { headers } = await page(own, '/verify');
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    expect(headers['content-security-policy']).not.toContain('sello.test');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['set-cookie']).toBeUndefined();
    const platform = (await page('sello.test', '/verify')).headers;
    expect(platform['content-security-policy']).toContain('wss://sello.test');
  });
});

describe('every path of the application', () => {
  it('is served on the platform’s host, on an own host only if it is listed, and on no other', async () => {
    const paths = pathsOfTheApp({ certId: certOfAna, tenant: ana.tenant });
    expect(paths.length).toBeGreaterThan(100);
    const wrong: unknown[] = [];
    for (const { path, method = 'GET', ownHost, platform } of paths) {
      const answers = await Promise.all(
        ['sello.test', own, 'pending.test', 'unknown.test', `www.${own}`].map(async (host) => {
          const { status, text } = await page(host, path, { method });
          return { host, status, text };
        }),
      );
      for (const { host, status, text } of answers) {
        const served = { 'sello.test': platform, [own]: ownHost }[host];
        const isRight = served ? served.includes(status) : status === 421 && !text.includes('<');
        if (!isRight) wrong.push({ host, method, path, status });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is never another’s page, however the host is written', async () => {
    const title = async (host: string) =>
      /<title>(.*)<\/title>/.exec((await page(host, '/verify')).text)?.[1];
    for (const host of [own.toUpperCase(), `${own}.`, `${own}:443`, `${own}.:8443`])
      expect([host, await title(host)]).toEqual([host, 'Academia Ana']);
    for (const host of ['SELLO.test', 'sello.test.', 'sello.test:1234'])
      expect([host, await title(host)]).toEqual([host, 'Sello']);
    for (const host of [
      '',
      `${own}..`,
      `x@${own}`,
      `${own}/`,
      `${own},sello.test`,
      '127.0.0.1',
      '[::1]',
      'localhost',
    ])
      expect([host, (await page(host, '/verify')).status]).toEqual([
        host,
        expect.toSatisfy((status) => status === 421 || status === 400),
      ]);
  });

  it('is refused with two hosts, and what strangers say in X-Forwarded-Host is not believed', async () => {
    const { port } = new URL(bffs[0]!);
    for (const [one, two] of [
      [own, 'sello.test'],
      ['sello.test', own],
      [own, own],
    ])
      expect(
        await askRaw(Number(port), `GET /verify HTTP/1.1\r\nHost: ${one}\r\nHost: ${two}\r\n`),
      ).toContain(' 400 ');
    expect(await askRaw(Number(port), `GET http://${own}/verify HTTP/1.1\r\nHost: sello.test\r\n`)).toContain(
      ' 400 ',
    );
    expect(await askRaw(Number(port), 'GET /verify HTTP/1.0\r\n')).toContain(' 421 ');
    // No proxy for strangers; and who offers HTTP/2 is answered as everybody else.
    expect(await askRaw(Number(port), `CONNECT ${own}:443 HTTP/1.1\r\nHost: ${own}:443\r\n`)).toBe('');
    const offer =
      'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    expect(await askRaw(Number(port), `GET /verify HTTP/1.1\r\nHost: sello.test\r\n${offer}`)).toContain(
      ' 200 ',
    );
    const claims = { 'x-forwarded-host': own, forwarded: `host=${own}` };
    expect((await page('sello.test', '/verify', { headers: claims })).text).not.toContain('Ana');
    expect((await page('unknown.test', '/verify', { headers: claims })).status).toBe(421);
    const behind = await stack.startBff({ PUBLIC_URL: publicUrl, TRUST_PROXY: '1' });
    const of = async (host: string, forwarded: string) =>
      ask(behind.app, host, '/verify', { headers: { accept: 'text/html', 'x-forwarded-host': forwarded } });
    expect((await of('bff:3000', own)).text).toContain('Academia Ana');
    expect((await of('sello.test', own)).text).not.toContain('Ana');
    expect((await of('bff:3000', `${own}, sello.test`)).status).toBe(421);
  });
});

describe('the end of a domain', () => {
  it('ends its host on every BFF: deleted, claimed by another while old links are open, or switched off', async () => {
    const name = 'moving.test';
    const carla = await openAcademy(stack, 'Escuela Carla', 'carla@example.org');
    try {
      const [student] = await carla.addStudents('Sol');
      const [certId] = (await carla.issue([student!])).certIds;
      const link = `/verify/${certId}`;
      await verify(carla.tenant, name, { useInVerification: true });
      for (const app of bffs)
        expect((await ask(app, name, link, { headers: { accept: 'text/html' } })).text).toContain('Carla');

      // A host has the pages of those uses that are on.
      const statuses = async () => {
        const answers = await Promise.all(
          ['/verify', '/join', `/c/${certId}`].map((path) => page(name, path)),
        );
        return answers.map(({ status }) => status);
      };
      expect(await statuses()).toEqual([200, 404, 200]);
      await stack.store.domains.updateSettings(carla.tenant, {
        ...{ useInVerification: false, useInOnboarding: true },
      });
      await publish({ tenantId: carla.tenant, status: 'verified' }, name, 404);
      expect(await statuses()).toEqual([404, 200, 404]);

      await stack.store.domains.updateSettings(carla.tenant, { useInOnboarding: false });
      await publish({ tenantId: carla.tenant, status: 'verified' }, name, 421);
      expect((await lookUp('sello.test', certId!)).certificate.verifyUrl).toBe(`${publicUrl}${link}`);
      await stack.store.domains.updateSettings(carla.tenant, { useInVerification: true });
      await publish({ tenantId: carla.tenant, status: 'verified' }, name, 200);

      const { _id } = (await stack.store.domains.of(carla.tenant))!;
      await stack.store.domains.recordCheck(carla.tenant, _id, check('failed'));
      await publish({ tenantId: carla.tenant, status: 'failed' }, name, 421);
      expect((await lookUp('sello.test', certId!)).certificate.verifyUrl).toBe(`${publicUrl}${link}`);

      // Another organization proves the name: the old links find nothing, and never the former owner's page.
      await stack.store.domains.remove(berta.tenant);
      await verify(berta.tenant, name, { useInVerification: true });
      await publish({ tenantId: berta.tenant, status: 'verified' }, name, 200);
      const old = await ask(bffs[1]!, name, link, { headers: { accept: 'text/html' } });
      expect(old.text).toContain('Instituto Berta');
      expect(old.text).not.toContain('Carla');
      expect(await lookUp(name, certId!)).toMatchObject({ code: 'issued_not_found' });
      expect((await ask(bffs[0]!, name, `/c/${certId}`)).status).toBe(404);
      expect((await lookUp('sello.test', certId!)).certificate.issuer.name).toBe('Escuela Carla');

      await stack.store.domains.remove(berta.tenant);
      await publish({ tenantId: berta.tenant, status: 'failed' }, name, 421);
      for (const internal of internals)
        expect((await fetch(`${internal}/internal/tls-ask?domain=${name}`)).status).toBe(403);
    } finally {
      await carla.close();
    }
  });
});

testHandover(() => ({ stack, academy: ana, own }));

// Last: it ends the domain that the others use.
testEdge(() => ({
  ...{ bffs, own, internal: internals[0]!, platform: 'sello.test' },
  async lapse() {
    const { _id } = (await stack.store.domains.of(ana.tenant))!;
    await stack.store.domains.recordCheck(ana.tenant, _id, check('failed'));
    await publish({ tenantId: ana.tenant, status: 'failed' }, own, 421);
  },
}));
