import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificatesApi, tenantsApi } from '@sello/contracts';
import type { NewCertificate } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTexts } from '../../../scripts/web/verify-texts.ts';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** What the server writes into the page of a certificate. Runs in a file that has a stack and issues. */
export function testVerifyPage(
  context: () => { stack: TestStack; academy: Academy; issue(more?: object): Promise<NewCertificate> },
): void {
  describe('the page of a certificate, as it is sent', () => {
    let dist: string;
    let app: string;
    beforeAll(async () => {
      dist = await mkdtemp(join(tmpdir(), 'sello-dist-'));
      await mkdir(join(dist, 'texts'));
      const page = [
        '<!doctype html><html lang="en"><head><meta name="description" content="Sello" />',
        '<title>Sello</title></head><body><div id="root"></div><noscript><p>Sello needs JavaScript.</p></noscript></body>',
      ];
      await writeFile(join(dist, 'index.html'), page.join('\n'));
      verifyTexts().generateBundle.call({
        emitFile(file) {
          const { fileName, source } = file as { fileName: string; source: string };
          void writeFile(join(dist, fileName), source);
          return '';
        },
      });
      ({ app } = await context().stack.startBff({ WEB_DIST: dist, PUBLIC_URL: context().stack.app }));
    });
    afterAll(() => rm(dist, { recursive: true, force: true }));

    const open = async (certId: string, language = 'en'): Promise<string> => {
      const headers = { accept: 'text/html', 'accept-language': language };
      return (await fetch(`${app}/verify/${certId}`, { headers })).text();
    };
    const withoutScript = (page: string): string => /<noscript>([\s\S]*)<\/noscript>/.exec(page)![1]!;
    const og = (page: string, name: string): string | undefined =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1];

    it('has title, description and picture of its own, and the four answers without JavaScript, in the language of the visitor', async () => {
      const { stack } = context();
      const row = await context().issue();
      const { holder, course, idNumber } = row.printed;
      const page = await open(row._id);
      expect(page).toContain(`<title>${holder} · ${course}</title>`);
      expect(og(page, 'title')).toBe(`${holder} · ${course}`);
      expect(og(page, 'description')).toMatch(/stands|valid/);
      expect(og(page, 'url')).toBe(`${stack.app}/verify/${row._id}`);
      expect(og(page, 'image')).toBe(`${stack.app}/c/${row._id}/${row.hash}.png`);
      const shown = withoutScript(page);
      for (const answer of ['Issuer', 'Record', 'File', 'Signature', 'Status'])
        expect(shown).toContain(`<dt>${answer}</dt>`);
      expect(shown).toContain('byte for byte, the one that was issued');
      expect(shown).not.toContain('{{');
      expect(page).not.toContain(idNumber);

      const spanish = await open(row._id, 'es-PE,es;q=0.9');
      expect(spanish).toContain('<html lang="es">');
      expect(withoutScript(spanish)).toContain('<dt>Firma</dt>');
      expect(og(await open(row._id, 'pt-BR'), 'locale')).toBe('pt_BR');
      expect(og(await open(row._id, 'ja'), 'locale')).toBe('en_GB');
    });

    it('names a hostile holder as text', async () => {
      const holder = `</title><script>alert(1)</script> "$&' ${'ß'.repeat(3)}`;
      const row = await context().issue({
        printed: { holder, idNumber: '1', country: 'Peru', course: '<b>$1</b>' },
      });
      const page = await open(row._id);
      expect(page).not.toContain('<script>');
      expect(page).not.toContain('<b>');
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
      const hidden = await open(row._id);
      await settings(true);
      expect(og(hidden, 'image')).toBeUndefined();
      expect(withoutScript(hidden)).not.toContain('/c/');
      await ana.call(certificatesApi, 'revoke', { tenant, body: { certId: row._id, reason: 'A mistake' } });
      const page = await open(row._id);
      expect(og(page, 'image')).toBeUndefined();
      expect(og(page, 'description')).toContain('revoked');
      const shown = withoutScript(page);
      expect(shown.indexOf('<dt>Status</dt>')).toBeLessThan(shown.indexOf('<dt>Issuer</dt>'));
      expect(shown).toContain('A mistake');
    });

    it('is the application’s own page where nothing was issued, and without the texts of a build', async () => {
      for (const path of ['0'.repeat(26), 'not-a-number', '%E0%A4%A'])
        expect(await open(path)).toMatch(/<title>Sello<\/title>|error/);
      expect(await open('')).toContain('<title>Sello</title>');
    });
  });
}
