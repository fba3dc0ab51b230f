import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificatePem, createSigner, validatePdf } from '../src/index.ts';
import { checkTimestamp } from '../src/timestamp/token.ts';
import { brokenBaselineRules, signatureParts } from './support/baseline.ts';
import { buildDocument } from './support/documents.ts';
import {
  isInstalled,
  opensslComplaints,
  pdfsigComplaints,
  qpdfComplaints,
  runTool,
  validatedBy,
  withFiles,
} from './support/external-tools.ts';
import { buildFields, buildMaterial } from './support/material.ts';
import { Random } from './support/random.ts';
import { fontsOfSixScripts, renderedCertificate } from './support/rendered.ts';
import { signPdf } from './support/sign-pdf.ts';
import { serve, startTimestampAuthority, type TimestampAuthority } from './support/timestamp-authority.ts';

const random = new Random(11);

describe.skipIf(!isInstalled('openssl'))(
  `a timestamped signature (authority run ${validatedBy('openssl')})`,
  () => {
    let authority: TimestampAuthority;
    beforeAll(async () => {
      authority = await startTimestampAuthority();
    });
    afterAll(() => authority.close());

    const signed = async (timestampUrl: string, timestampTimeout = 30_000) => {
      const material = await buildMaterial();
      const signer = createSigner({ id: 'b-t', material, timestampUrl, timestampTimeout });
      return signPdf(await buildDocument(random), signer, buildFields());
    };

    it('is intact and contains the time that the authority states', async () => {
      const pdf = await signed(authority.url);
      const verdict = validatePdf(pdf);
      expect(verdict).toMatchObject({ outcome: 'intact', reasons: [], signature: { padesBaselineB: true } });
      const timestamp = verdict.signature?.timestamp;
      expect(timestamp?.authority).toBe('CN=Hora Exata, O=Autoridade de Teste');
      expect(Math.abs((timestamp?.time.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      const [signerDer = new Uint8Array()] = (await buildMaterial()).chain;
      expect(await brokenBaselineRules({ pdf, signerDer, isTimestamped: true })).toEqual([]);
    });

    it.skipIf(!isInstalled('pdfsig') || !isInstalled('qpdf'))(
      `is valid ${validatedBy('pdfsig', 'qpdf', 'openssl')}`,
      async () => {
        const pdf = await signed(authority.url);
        const { cms, signedBytes } = signatureParts(pdf);
        const trusted = certificatePem((await buildMaterial()).chain);
        expect(pdfsigComplaints(pdf)).toEqual([]);
        expect(qpdfComplaints(pdf)).toEqual([]);
        expect(opensslComplaints(cms, signedBytes, trusted)).toEqual([]);
      },
    );

    it('can be made from a compiled template', async () => {
      const fonts = await fontsOfSixScripts();
      const { pdf, material } = await renderedCertificate(fonts, random, 0, authority.url);
      expect(validatePdf(pdf)).toMatchObject({
        outcome: 'intact',
        signature: { padesBaselineB: true, timestamp: { authority: 'CN=Hora Exata, O=Autoridade de Teste' } },
      });
      const [signerDer = new Uint8Array()] = material.chain;
      expect(await brokenBaselineRules({ pdf, signerDer, isTimestamped: true })).toEqual([]);
    });

    it('takes no more room than the last token and a little, and is recognized in files of either size', async () => {
      const fresh = await startTimestampAuthority();
      const material = await buildMaterial();
      const signer = createSigner({ id: 'b-t', material, timestampUrl: fresh.url });
      const sizes: number[] = [];
      for (let time = 0; time < 2; time += 1) {
        sizes.push(signer.signatureSize);
        const pdf = await signPdf(await buildDocument(random), signer, buildFields());
        expect(validatePdf(pdf)).toMatchObject({ outcome: 'intact', signature: { ownForm: true } });
      }
      await fresh.close();
      const [first = 0, second = 0] = sizes;
      const { cms } = signatureParts(await signed(authority.url));
      expect(first).toBeGreaterThan(12_288);
      expect(second).toBeGreaterThan(cms.length);
      expect(second).toBeLessThan(cms.length + 1_024);
    });

    it('reads a token as openssl does', () => {
      const stamped = Buffer.from('anything at all');
      withFiles({ 'data.bin': stamped }, (folder) => {
        runTool('openssl', 'ts -query -data data.bin -sha256 -cert -out q.tsq'.split(' '), folder);
        const reply = authority.reply(readFileSync(join(folder, 'q.tsq')));
        // The response is a status of five octets, followed by the token.
        const token = reply.subarray(reply.indexOf(Buffer.from('3003020100', 'hex')) + 5);
        expect(checkTimestamp(token, stamped).problem).toBeUndefined();
        expect(checkTimestamp(token, Buffer.from('something else')).problem).toBe('stamps something else');
        const missed = [...token.keys()].filter((place) => {
          const changed = Buffer.from(token);
          changed[place] = (changed[place] ?? 0) ^ 1;
          return checkTimestamp(changed, stamped).problem === undefined;
        });
        expect(missed).toEqual([]);
      });
    });

    it('is not replaced by one without a timestamp when the authority fails', async () => {
      let stale: Uint8Array = Buffer.alloc(0);
      const answers: Record<string, RequestListener> = {
        'an error': (_, response) => void response.writeHead(500).end('no'),
        'nothing like a timestamp': (_, response) => void response.end('<html>'),
        'a refusal': (_, response) => void response.end(Buffer.from('30053003020102', 'hex')),
        'too much': (_, response) => void response.end(Buffer.alloc(100_000)),
        silence: () => {},
        'the answer to another request': (request, response) => {
          const parts: Buffer[] = [];
          request.on('data', (part: Buffer) => parts.push(part));
          request.on('end', () => {
            stale = stale.length > 0 ? stale : authority.reply(Buffer.concat(parts));
            response.end(stale);
          });
        },
      };
      for (const [name, listener] of Object.entries(answers)) {
        const server = await serve(listener);
        if (name.startsWith('the answer')) await signed(server.url);
        const timeout = name === 'silence' ? 300 : 30_000;
        await expect(signed(server.url, timeout), name).rejects.toMatchObject({ code: 'timestamp_failed' });
        await server.close();
      }
      await expect(signed('http://127.0.0.1:9/')).rejects.toMatchObject({ code: 'timestamp_failed' });
    });

    it('is altered when the token belongs to another signature', async () => {
      const [one, other] = [await signed(authority.url), await signed(authority.url)].map((pdf) =>
        Buffer.from(pdf),
      );
      if (!one || !other) throw new Error('Not signed');
      // The tokens have the same length and are last, so one can replace the other.
      const end = signatureParts(one).cms.length * 2;
      const start = one.indexOf('/Contents <') + '/Contents <'.length;
      const otherStart = other.indexOf('/Contents <') + '/Contents <'.length;
      const length = 4_000;
      expect(signatureParts(other).cms.length * 2).toBe(end);
      other.copy(one, start + end - length, otherStart + end - length, otherStart + end);
      const verdict = validatePdf(one);
      expect(verdict.outcome).toBe('altered');
      expect(verdict.reasons.map(({ code }) => code)).toEqual(['timestamp_invalid']);
    });
  },
);
