import { sign } from 'node:crypto';
import type { FontLibrary } from '@sello/render';
import { OID } from '../../src/asn1/oids.ts';
import { compareWithIssued, createSigner, type Outcome, validatePdf } from '../../src/index.ts';
import { customCms, customSigner } from './custom-cms.ts';
import { buildDocument } from './documents.ts';
import { buildFields, buildMaterial, issue, issueElliptic } from './material.ts';
import { mutate, mutationKinds, type SignedPair } from './mutations.ts';
import { Random } from './random.ts';
import { fontsOfSixScripts, renderedCertificate } from './rendered.ts';
import { exchanges, negateS, rewriteContents } from './rewritings.ts';
import { signPdf } from './sign-pdf.ts';
import { testAuthority } from './test-authority.ts';
import { serve } from './timestamp-authority.ts';

export interface MutationRun {
  mutations: number;
  outcomes: Record<Outcome, number>;
  /** Changed files that were found intact: kind and number, to reproduce them. */
  missed: string[];
  /**
   * Files of another program with the other value of an ECDSA signature: intact, and reported as not in Sello's form
   * (Sello signs with RSA only).
   */
  contentOnly: number;
  /** Files of Sello whose timestamp was exchanged, which only the comparison with the record detects. */
  exchangedTimestamps: number;
}

const authority = testAuthority();

/** Two files by one signer: made with pdf-lib, or by Sello with either key size. */
async function signedPair(
  random: Random,
  index: number,
  { fonts, url }: { fonts: FontLibrary; url: string },
): Promise<SignedPair> {
  const { token } = authority;
  // The first six certificates of a run are rsa-2048, the next six rsa-4096.
  const nth = index % 4 < 2 ? index : 6 + index;
  if (index % 2 === 0) {
    const { pdf } = await renderedCertificate(fonts, random, nth);
    const { pdf: other } = await renderedCertificate(fonts, random, nth);
    const { pdf: stamped } = await renderedCertificate(fonts, random, nth, url);
    return { pdf, other, stamped, token };
  }
  const material = await buildMaterial(index % 4 === 3 ? 'rsa-4096' : 'rsa-2048');
  const signed = async (timestampUrl?: string) => {
    const signer = createSigner({ id: 'signer', material, timestampUrl });
    return Buffer.from(
      await signPdf(await buildDocument(random, random.between(1, 5)), signer, buildFields()),
    );
  };
  return { pdf: await signed(), other: await signed(), stamped: await signed(url), token };
}

/** Changes signed files `count` times, cycling through the kinds of changes, and counts the verdicts. */
export async function runMutations(count: number, seed: number): Promise<MutationRun> {
  const random = new Random(seed);
  const fonts = await fontsOfSixScripts();
  const pairs: SignedPair[] = [];
  const server = await serve(authority.listener());
  for (let index = 0; index < 8; index++) {
    // An address of its own, so that the room is the largest and takes what is added.
    pairs.push(await signedPair(random, index, { fonts, url: `${server.url}?${random.between(0, 1e9)}` }));
  }
  await server.close();
  for (const pdf of pairs.flatMap((pair) => [pair.pdf, pair.stamped])) {
    const { outcome, reasons } = validatePdf(pdf);
    if (outcome !== 'intact') throw new Error(`An unchanged file is ${outcome}: ${JSON.stringify(reasons)}`);
  }
  const kinds = Object.keys(mutationKinds);
  const run: MutationRun = {
    mutations: 0,
    outcomes: { intact: 0, altered: 0, unsigned: 0, unknown: 0 },
    missed: [],
    contentOnly: await negated(random),
    exchangedTimestamps: 0,
  };
  for (const { stamped } of pairs) {
    for (const [kind, exchange] of Object.entries(exchanges)) {
      const changed = rewriteContents(stamped, exchange, authority.token);
      if (!changed) throw new Error(`There is no room for ${kind}`);
      run.exchangedTimestamps++;
      if (besideRecord(changed, stamped) !== 'altered') run.missed.push(`${kind} of seed ${seed}`);
    }
  }
  for (let index = 0; index < count; index++) {
    const kind = kinds[index % kinds.length] ?? '';
    const { outcome } = validatePdf(mutate(kind, random.pick(pairs), random));
    run.mutations++;
    run.outcomes[outcome]++;
    if (outcome === 'intact') run.missed.push(`${kind}, number ${index} of seed ${seed}`);
  }
  return run;
}

/** The outcome for a changed file after the comparison with the record of the issued one. */
function besideRecord(changed: Uint8Array, issued: Uint8Array): Outcome {
  const { sha256, signature } = validatePdf(issued);
  const signer = signature?.signer?.fingerprint ?? '';
  return compareWithIssued(validatePdf(changed), { sha256, signer }).outcome;
}

/** How many of four ECDSA signatures are intact with their other value. Throws when one is reported in Sello's form. */
async function negated(random: Random): Promise<number> {
  let contentOnly = 0;
  for (let index = 0; index < 4; index++) {
    const { key, der: certificate } = issueElliptic('Elliptic');
    const parts = { key, certificate, signatureAlgorithm: OID.ecdsaWithSha256, withoutParameters: true };
    const signature = (bytes: Buffer) => sign('sha256', bytes, key);
    const signer = customSigner((digest) => customCms(digest, { ...parts, signature }));
    const pdf = rewriteContents(
      await signPdf(await buildDocument(random), signer, buildFields()),
      negateS,
      authority.token,
    );
    if (!pdf) throw new Error('The other value is not another');
    const verdict = validatePdf(pdf);
    if (verdict.signature?.ownForm) throw new Error('An ECDSA signature is reported as ownForm');
    if (verdict.outcome === 'intact') contentOnly++;
  }
  return contentOnly;
}

/**
 * Flips one bit of every `stride`-th byte of a file that was signed with a chain of certificates, and validates each: the
 * places at which the change was not noticed.
 */
export async function flipBits(seed: number, stride = 1): Promise<{ flips: number; missed: number[] }> {
  const random = new Random(seed);
  const root = issue({ name: 'Root' });
  const leaf = issue({ name: 'Leaf', issuer: root });
  const privateKeyPkcs8 = leaf.key.export({ type: 'pkcs8', format: 'der' });
  const signer = createSigner({ id: 'chain', privateKeyPkcs8, chain: [leaf.der, root.der] });
  const pdf = await signPdf(await buildDocument(random), signer, buildFields());
  const missed: number[] = [];
  let flips = 0;
  for (let place = random.between(0, stride - 1); place < pdf.length; place += stride) {
    const changed = Buffer.from(pdf);
    changed[place] = (changed[place] ?? 0) ^ (1 << random.between(0, 7));
    flips++;
    if (validatePdf(changed).outcome === 'intact') missed.push(place);
  }
  return { flips, missed };
}
