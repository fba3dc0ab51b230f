// What anybody can do to a signature without its key: encode the parts that are not signed in other bytes.
import { sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OID } from '../src/asn1/oids.ts';
import { compareWithIssued, createSigner, type PdfVerdict, validatePdf } from '../src/index.ts';
import { customCms, customSigner } from './support/custom-cms.ts';
import { buildDocument } from './support/documents.ts';
import { buildFields, issue, issueElliptic } from './support/material.ts';
import { Random } from './support/random.ts';
import { addTimestamp, exchanges, negateS, rewriteContents, rewritings } from './support/rewritings.ts';
import { signPdf } from './support/sign-pdf.ts';
import { testAuthority } from './support/test-authority.ts';
import { type RunningServer, serve } from './support/timestamp-authority.ts';

const random = new Random(9);
const authority = testAuthority();
const root = issue({ name: 'Root' });
const leaf = issue({ name: 'Leaf', issuer: root });
const privateKeyPkcs8 = leaf.key.export({ type: 'pkcs8', format: 'der' });
const chain = [leaf.der, root.der];
let server: RunningServer;
let stamped: Uint8Array;
let plain: Uint8Array;
beforeAll(async () => {
  server = await serve(authority.listener());
  const sign = async (timestampUrl?: string) => {
    const signer = createSigner({ id: 'own', privateKeyPkcs8, chain, timestampUrl });
    return signPdf(await buildDocument(random), signer, buildFields());
  };
  [stamped, plain] = [await sign(server.url), await sign()];
});
afterAll(() => server.close());

describe("a signature in Sello's form", () => {
  it('is intact as it was issued', () => {
    for (const pdf of [stamped, plain]) {
      expect(validatePdf(pdf)).toMatchObject({
        outcome: 'intact',
        reasons: [],
        signature: { ownForm: true },
      });
    }
  });

  it.each(Object.entries(rewritings))('with %s is not', (_, rewrite) => {
    const rewritten = [stamped, plain].map((pdf) => rewriteContents(pdf, rewrite, authority.token));
    expect(rewritten[0]).toBeDefined();
    for (const pdf of rewritten) if (pdf) expect(validatePdf(pdf).outcome).not.toBe('intact');
  });

  it('has no space for a timestamp that is added later', () => {
    expect(rewriteContents(plain, addTimestamp, authority.token)).toBeUndefined();
  });
});

/** The record of a certificate that was issued with these bytes. */
const issuedAs = ({ sha256, signature }: PdfVerdict) => ({ sha256, signer: signature!.signer!.fingerprint });

describe('a timestamped file compared with the issued one', () => {
  it.each(Object.entries(exchanges))(
    'with %s is not intact, which the file alone cannot tell',
    (_, exchange) => {
      const exchanged = validatePdf(rewriteContents(stamped, exchange, authority.token)!);
      expect(exchanged).toMatchObject({ outcome: 'intact', signature: { ownForm: true } });
      const beside = compareWithIssued(exchanged, issuedAs(validatePdf(stamped)));
      expect(beside).toMatchObject({ outcome: 'altered', reasons: [{ code: 'signature_not_issued' }] });
    },
  );

  it('is intact when it is the issued file, or when it has another signer', async () => {
    for (const pdf of [stamped, plain]) {
      const verdict = validatePdf(pdf);
      expect(compareWithIssued(verdict, issuedAs(verdict))).toEqual(verdict);
    }
    const stranger = validatePdf(plain);
    const issued = { ...issuedAs(validatePdf(stamped)), signer: 'f'.repeat(64) };
    expect(compareWithIssued(stranger, issued)).toEqual(stranger);
  });
});

describe('a signature in another form', () => {
  it("is intact with either value of an ECDSA signature, and is not reported in Sello's form", async () => {
    const { key, der } = issueElliptic('Elliptic');
    const cms = (digest: Uint8Array) =>
      customCms(digest, {
        ...{ key, certificate: der, signatureAlgorithm: OID.ecdsaWithSha256 },
        ...{ withoutParameters: true, signature: (bytes: Buffer) => sign('sha256', bytes, key) },
      });
    const pdf = await signPdf(await buildDocument(random), customSigner(cms), buildFields());
    const negated = rewriteContents(pdf, negateS, authority.token);
    for (const bytes of [pdf, negated!]) {
      expect(validatePdf(bytes)).toMatchObject({ outcome: 'intact', signature: { ownForm: false } });
    }
  });

  it('with an empty set of unsigned attributes, which RFC 5652 forbids, is unreadable', async () => {
    const own = { key: leaf.key, certificate: leaf.der, certificates: chain };
    const signer = customSigner((digest) => customCms(digest, { ...own, unsigned: [] }));
    const pdf = await signPdf(await buildDocument(random), signer, buildFields());
    expect(validatePdf(pdf)).toMatchObject({
      outcome: 'unknown',
      reasons: [{ code: 'signature_unreadable' }],
    });
  });
});
