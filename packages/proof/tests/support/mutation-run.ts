import { sign } from 'node:crypto';
import type { FontLibrary } from '@sello/render';
import { OID } from '../../src/asn1/oids.ts';
import { compareWithIssued, createSigner, type Outcome, validatePdf } from '../../src/index.ts';
import { customCms, customSigner } from './custom-cms.ts';
import { buildDocument } from './documents.ts';
import { testAuthority } from './test-authority.ts';
import { issueElliptic, buildFields, buildMaterial } from './material.ts';
import { mutate, mutationKinds, type SignedPair } from './mutations.ts';
import { Random } from './random.ts';
import { fontsOfSixScripts, renderedCertificate } from './rendered.ts';
import { exchanges, negateS, rewriteContents } from './rewritings.ts';
import { signPdf } from './sign-pdf.ts';
import { serve } from './timestamp-authority.ts';

export interface MutationRun {
  mutations: number;
  outcomes: Record<Outcome, number>;
  /** Changed files that were called intact: kind and number, to find them again. */
  missed: string[];
  /**
   * The other value of an ECDSA signature, in a file of another program: intact in content, and told not to be in the
   * form of this platform, which signs with RSA alone.
   */
  contentOnly: number;
  /** Files of this platform whose timestamp was exchanged: the file alone cannot tell, its record does. */
  exchangedTimestamps: number;
}

const authority = testAuthority();

/** Two files by one signer: of any program, or as the product makes them, of either key size. */
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
    return Buffer.from(await signPdf(await buildDocument(random, random.between(1, 5)), signer, buildFields()));
  };
  return { pdf: await signed(), other: await signed(), stamped: await signed(url), token };
}

/** Changes signed files `count` times, kind after kind, and counts the verdicts. */
export async function runMutations(count: number, seed: number): Promise<MutationRun> {
  const random = new Random(seed);
  const fonts = await fontsOfSixScripts();
  const pairs: SignedPair[] = [];
  const server = await serve(authority.listener());
  for (let index = 0; index < 8; index++) {
    pairs.push(await signedPair(random, index, { fonts, url: server.url }));
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

/** What is said of a changed file beside the record of the one that was issued. */
function besideRecord(changed: Uint8Array, issued: Uint8Array): Outcome {
  const { sha256, signature } = validatePdf(issued);
  const signer = signature?.signer?.fingerprint ?? '';
  return compareWithIssued(validatePdf(changed), { sha256, signer }).outcome;
}

/** How many of four ECDSA signatures read intact with their other value; throws when one is told to be in our form. */
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
    if (verdict.signature?.ownForm) throw new Error('An ECDSA signature is told to be in our form');
    if (verdict.outcome === 'intact') contentOnly++;
  }
  return contentOnly;
}
