import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { verdictReasons } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { OID } from '../src/asn1/oids.ts';
import { createSigner, type PdfVerdict, validatePdf, verifyPdf } from '../src/index.ts';
import { customCms, customSigner } from './support/custom-cms.ts';
import { buildDocument } from './support/documents.ts';
import { withFiles } from './support/external-tools.ts';
import { hostileFiles } from './support/hostile.ts';
import { buildFields, buildMaterial, issueElliptic } from './support/material.ts';
import { Random } from './support/random.ts';
import { signPdf } from './support/sign-pdf.ts';
import { testAuthority } from './support/test-authority.ts';
import { serve } from './support/timestamp-authority.ts';

const random = new Random(21);
const signed = async () =>
  signPdf(
    await buildDocument(random),
    createSigner({ id: 's', material: await buildMaterial() }),
    buildFields(),
  );

function verifyCommand(args: string[], cwd: string) {
  const script = join(import.meta.dirname, '../src/verify-cli.ts');
  const { INIT_CWD: _, ...env } = process.env;
  return spawnSync(process.execPath, [script, ...args], { cwd, env, encoding: 'utf8' });
}

describe('npm run verify', () => {
  it('prints the verdict in plain words and exits with a code for it', async () => {
    const intact = await signed();
    const altered = Buffer.from(intact);
    altered[40] = (altered[40] ?? 0) ^ 1;
    const files = {
      'intact.pdf': intact,
      'altered.pdf': altered,
      'unsigned.pdf': await buildDocument(random),
    };
    withFiles(files, (folder) => {
      const one = verifyCommand(['intact.pdf'], folder);
      expect(one.status).toBe(0);
      expect(one.stdout).toContain('The signature is intact and covers the whole file.');
      expect(one.stdout).toContain('Signer: CN=Taller Ñandú, O=Fundação Ação, L=São Paulo, self-signed');

      const unsigned = verifyCommand(['intact.pdf', 'unsigned.pdf', 'absent.pdf'], folder);
      expect(unsigned.status).toBe(2);
      expect(unsigned.stdout).toContain(verdictReasons.no_signature.sentence);
      expect(unsigned.stdout).toMatch(/absent\.pdf\n {2}Could not be checked\./);

      const all = verifyCommand(['--json', 'intact.pdf', 'altered.pdf', 'unsigned.pdf'], folder);
      expect(all.status).toBe(1);
      const reports = JSON.parse(all.stdout) as { file: string; verdict: PdfVerdict }[];
      expect(reports.map(({ verdict }) => verdict.outcome)).toEqual(['intact', 'altered', 'unsigned']);
      expect(reports[0]?.verdict.sha256).toBe(validatePdf(intact).sha256);
    });
  });

  it('prints the form of the signature and what only the record can tell', async () => {
    const { key, der: certificate } = issueElliptic('Elliptic');
    const parts = { key, certificate, signatureAlgorithm: OID.ecdsaWithSha256, withoutParameters: true };
    const foreign = await signPdf(
      await buildDocument(random),
      customSigner((digest) => customCms(digest, parts)),
      buildFields(),
    );
    const server = await serve(testAuthority().listener());
    const own = createSigner({ id: 's', material: await buildMaterial(), timestampUrl: server.url });
    const stamped = await signPdf(await buildDocument(random), own, buildFields());
    await server.close();
    const files = { 'own.pdf': await signed(), 'stamped.pdf': stamped, 'foreign.pdf': foreign };
    withFiles(files, (folder) => {
      const names = Object.keys(files);
      const [own, stamped, foreign, ...more] = verifyCommand(names, folder).stdout.split(/\n(?=\w+\.pdf\n)/);
      expect(more).toEqual([]);
      for (const text of [own, stamped, foreign]) {
        expect(text).toContain('Whether this is the file that was issued, only its record can tell');
      }
      expect(own).toContain('in the one encoding that this platform writes.');
      expect(stamped).toContain('another timestamp may stand in the place of the first');
      expect(foreign).toContain('What was signed is unchanged; the data of the signature');
      expect(foreign).not.toContain('in the one encoding');
    });
  });

  it('prints its usage without a file', () => {
    expect(verifyCommand([], '.')).toMatchObject({ status: 2, stdout: expect.stringContaining('Usage') });
  });
});

describe('verifyPdf', () => {
  it('gives the same verdicts as validatePdf, for several files concurrently', async () => {
    const files = [await signed(), await buildDocument(random), Buffer.from('no PDF'), new Uint8Array()];
    const now = new Date();
    const verdicts = await Promise.all(files.map((bytes) => verifyPdf(bytes, { now })));
    expect(verdicts).toEqual(files.map((bytes) => validatePdf(bytes, { now })));
    expect(files[0]?.length).toBeGreaterThan(0);
  });

  it('does not block the event loop while a hostile file is checked', async () => {
    const bytes = hostileFiles['a string without end']?.() ?? new Uint8Array();
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    const verdict = await verifyPdf(bytes);
    clearInterval(counting);
    expect(verdict.outcome).toBe('unknown');
    expect(turns).toBeGreaterThan(5);
  });

  it('respects the limits of its caller', async () => {
    const pdf = await signed();
    const codes = async (limits: object) => (await verifyPdf(pdf, limits)).reasons.map(({ code }) => code);
    expect(await codes({ maxBytes: 100 })).toEqual(['too_large']);
    expect(await codes({ maxObjects: 2 })).toEqual(['too_complex']);
    expect(await codes({ maxDepth: 1 })).toEqual(['too_complex']);
    expect(await codes({})).toEqual([]);
  });
});
