import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificatesApi, type GivenAnswer, tenantsApi } from '@sello/contracts';
import type { NewCertificate } from '@sello/store';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import { ask } from './ask-host.ts';
import type { TestStack } from './stack.ts';

const built = join(import.meta.dirname, '../../../web/dist');

/** What the server writes into a verify page, from what was built before the tests. Runs in a file that issues. */
export function testVerifyPage(
  context: () => { stack: TestStack; academy: Academy; issue(more?: object): Promise<NewCertificate> },
): void {
  describe.skipIf(!existsSync(join(built, 'server/verify.js')))('a verify page, as it is sent', () => {
    let app: string;
    beforeAll(async () => {
      ({ app } = await context().stack.startBff({ WEB_DIST: built, PUBLIC_URL: context().stack.app }));
    });

    const open = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
      const accept = { accept: 'text/html', 'accept-language': 'en' };
      return (await fetch(`${app}${path}`, { headers: { ...accept, ...headers } })).text();
    };
    const openOf = (certId: string, language = 'en') =>
      open(`/verify/${certId}`, { 'accept-language': language });
    /** What a visitor without JavaScript sees, as text. */
    const shown = (page: string): string =>
      /<main[\s\S]*<\/main>/
        .exec(page)![0]
        .replace(/<[^>]*>/g, ' ')
        .replace(/[\u2066-\u2069]/g, '')
        .replace(/\s+/g, ' ');
    const given = (page: string): GivenAnswer | undefined => {
      const block = /<script type="application\/json" id="given-answer">(.*?)<\/script>/.exec(page)?.[1];
      return block === undefined ? undefined : (JSON.parse(block) as GivenAnswer);
    };
    const og = (page: string, name: string): string | undefined =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1];

    it('shows holder, heading and every answer without JavaScript, in the language of the visitor, and says them to the application', async () => {
      const { stack } = context();
      const row = await context().issue();
      const { holder, course, idNumber } = row.printed;
      // On a busy machine the first page is sent without the check of the file.
      await expect.poll(async () => given(await openOf(row._id))?.isComplete).toBe(true);
      const page = await openOf(row._id);
      expect(page).toContain(`<title>${holder} · ${course} · Sello</title>`);
      expect(og(page, 'title')).toBe(`${holder} · ${course}`);
      expect(og(page, 'description')).toMatch(/stands|valid/);
      expect(og(page, 'url')).toBe(`${stack.app}/verify/${row._id}`);
      expect(og(page, 'image')).toBe(`${stack.app}/c/${row._id}/${row.hash}.png`);
      const text = shown(page);
      expect(text).toContain(holder);
      for (const answer of ['Issuer', 'Record', 'File', 'Signature', 'Status'])
        expect(text).toContain(answer);
      expect(text).toContain('byte for byte, the one that was issued');
      expect(text).toContain(' UTC');
      // The field comes after what is known.
      expect(page.indexOf('name="hash"')).toBeGreaterThan(page.indexOf('class="verdicts"'));
      expect(page).not.toContain(idNumber);
      // Its styles are named in the HTML, so that it is painted before any script has run.
      expect(page).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/Verify-/);
      const lookup = await (await fetch(`${app}/api/verify?fn=lookup&hash=${row._id}`)).json();
      expect(given(page)).toMatchObject({ reference: row._id, found: lookup, isComplete: true });

      const spanish = await openOf(row._id, 'es-PE,es;q=0.9');
      expect(spanish).toMatch(/<html lang="es"/);
      expect(shown(spanish)).toContain('Firma');
      expect(og(await openOf(row._id, 'pt-BR'), 'locale')).toBe('pt_BR');
      expect(og(await openOf(row._id, 'ja'), 'locale')).toBe('en_GB');
      // What the visitor chose on this site comes before what the browser prefers.
      expect(await open(`/verify/${row._id}`, { cookie: 'language=pt' })).toMatch(/<html lang="pt-BR"/);
    });

    it('names a hostile holder as text', async () => {
      const holder = `</title><script>alert(1)</script> "$&' ${'ß'.repeat(3)}`;
      const row = await context().issue({
        printed: { holder, idNumber: '1', country: 'Peru', course: '<b>$1</b>' },
      });
      const page = await openOf(row._id);
      expect(page).not.toContain('<script>');
      expect(page).not.toContain('<b>$1');
      expect(given(page)?.found).toMatchObject({ certificate: { holder } });
      // Escaped once.
      expect(page).toContain(
        '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;$&amp;&#x27; ßßß · &lt;b&gt;$1&lt;/b&gt; · Sello</title>',
      );
      expect(og(page, 'title')).toContain(
        '&lt;script&gt;alert(1)&lt;/script&gt; &quot;$&amp;&#39; ßßß · &lt;b&gt;$1',
      );
    });

    it('says first that it was revoked, and shows no picture of it nor of one whose file is not offered', async () => {
      const { academy } = context();
      const { ana, tenant } = academy;
      const row = await context().issue();
      const settings = (publicDownload: boolean) =>
        ana.call(tenantsApi, 'settings-update', { query: { tenantId: tenant }, body: { publicDownload } });
      await settings(false);
      const hidden = await openOf(row._id);
      await settings(true);
      expect(og(hidden, 'image')).toBeUndefined();
      expect(hidden).not.toContain('/c/');
      await ana.call(certificatesApi, 'revoke', { tenant, body: { certId: row._id, reason: 'A mistake' } });
      const page = await openOf(row._id);
      expect(og(page, 'image')).toBeUndefined();
      expect(og(page, 'description')).toContain('revoked');
      const text = shown(page);
      expect(text.indexOf('Status')).toBeLessThan(text.indexOf('Issuer'));
      expect(text).toContain('A mistake');
    });

    it('answers the form of a browser without JavaScript, also when it is empty or names nothing', async () => {
      const row = await context().issue();
      const asked = await fetch(`${app}/verify?hash=%20${row._id}`, { redirect: 'manual' });
      expect(asked.status).toBe(303);
      expect(asked.headers.get('location')).toBe(`/verify/${row._id}`);
      expect(shown(await open('/verify'))).toContain('Verify a certificate');
      expect(shown(await open('/verify?hash='))).toContain('Type the certificate’s number or its hash');
      const unknown = '0'.repeat(26);
      const page = await openOf(unknown);
      expect(shown(page)).toContain('No certificate has this number');
      expect(given(page)).toMatchObject({ reference: unknown, found: null });
      expect(shown(await openOf('not_a_number'))).toContain('neither a number nor a hash nor a link');
    });

    it('is the application’s own page for an address that cannot be read, and without the module of a build', async () => {
      expect(await open('/verify/%E0%A4%A')).toMatch(/<title>Sello<\/title>|error/);
      const bare = await mkdtemp(join(tmpdir(), 'sello-dist-'));
      await writeFile(join(bare, 'index.html'), '<!doctype html><html lang="en"><title>Sello</title></html>');
      const { stack } = context();
      const other = await stack.startBff({ WEB_DIST: bare, PUBLIC_URL: stack.app });
      const row = await context().issue();
      const answer = await fetch(`${other.app}/verify/${row._id}`, { headers: { accept: 'text/html' } });
      expect(await answer.text()).toContain('<title>Sello</title>');
      await rm(bare, { recursive: true, force: true });
    });

    it('is drawn under the name of the organization on its own host, for its certificates alone', async () => {
      const { stack, academy } = context();
      const { tenant } = academy;
      const row = await context().issue();
      const host = 'certs.drawn.example';
      const { _id } = await stack.store.domains.add(tenant, { domain: host, token: 't', dnsRecords: [] });
      await stack.store.domains.recordCheck(tenant, _id, {
        ...{ status: 'verified', dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() },
      });
      await stack.store.domains.updateSettings(tenant, { useInVerification: true });
      const openThere = async (path: string): Promise<string> =>
        (await ask(app, host, path, { headers: { accept: 'text/html', 'accept-language': 'es' } })).text;
      try {
        const page = await openThere(`/verify/${row._id}`);
        const [name, { holder, course }] = ['Academia Ana', row.printed];
        expect(page).toContain(`<title>${holder} · ${course} · ${name}</title>`);
        expect(page).toMatch(/<html lang="es"/);
        expect(shown(page)).toContain(holder);
        expect(given(page)).toMatchObject({ reference: row._id, found: { certificate: { holder } } });
        expect(og(page, 'url')).toBe(`https://${host}/verify/${row._id}`);
        const header = /<header[\s\S]*?<\/header>/.exec(page)![0];
        expect(header).toContain(name);
        expect(header).not.toContain('Sello');
        expect(page).toMatch(/<link rel="stylesheet" crossorigin href="\/assets\/OwnHostFrame-/);
        // Nobody signs in here.
        expect(page).not.toContain('href="/students"');
        const unknown = shown(await openThere(`/verify/${'0'.repeat(26)}`));
        expect(unknown).toContain(name);
        expect(shown(await openThere('/verify'))).toContain('certificado');
        // The next page of the platform is its own again.
        expect(await openOf(row._id)).toContain(`<title>${holder} · ${course} · Sello</title>`);
      } finally {
        await stack.store.domains.remove(tenant);
      }
    });

    it('sends the front page as it stands, in the language of the visitor', async () => {
      expect(await open('/', { 'accept-language': 'es' })).toMatch(/<html lang="es">[\s\S]*<h1/);
      expect(await open('/', { cookie: 'language=pt' })).toMatch(/<html lang="pt-BR">/);
      for (const path of ['/server/verify.js', '/pages/verify.html'])
        expect((await fetch(`${app}${path}`)).status).toBe(404);
    });
  });
}
