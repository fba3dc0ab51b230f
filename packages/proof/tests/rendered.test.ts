import { beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../../tests/corpus.ts';
import { isInstalled, validatedBy } from './support/external-tools.ts';
import { Random } from './support/random.ts';
import { fontsOfSixScripts, type Rendered, renderedCertificate } from './support/rendered.ts';
import { externalComplaints, externalTools, ownComplaints } from './support/round-trip.ts';

/** Each of the six scripts twice, with several keys. */
const COUNT = isWhole ? 40 : 12;

describe(`${COUNT} random certificates in six scripts`, () => {
  const certificates: Rendered[] = [];
  beforeAll(async () => {
    const fonts = await fontsOfSixScripts();
    const random = new Random(40);
    for (let nth = 0; nth < COUNT; nth++) certificates.push(await renderedCertificate(fonts, random, nth));
  });

  it('are intact and conform to PAdES baseline B', async () => {
    const complaints = [];
    for (const certificate of certificates) complaints.push(...(await ownComplaints(certificate)));
    expect(complaints).toEqual([]);
    expect(certificates).toHaveLength(COUNT);
  });

  it.skipIf(!externalTools.every(isInstalled))(`are found valid ${validatedBy(...externalTools)}`, () =>
    expect(certificates.flatMap(externalComplaints)).toEqual([]),
  );
});
