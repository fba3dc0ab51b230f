import { beforeAll, describe, expect, it } from 'vitest';
import { isInstalled, judgedBy } from './parts/judges.ts';
import { Random } from './parts/random.ts';
import { fontsOfSixScripts, type Rendered, renderedCertificate } from './parts/rendered.ts';
import { complaintsAbout, outsideJudges } from './parts/round-trip.ts';

const COUNT = 40;

describe(`${COUNT} random certificates in six scripts`, () => {
  const certificates: Rendered[] = [];
  beforeAll(async () => {
    const fonts = await fontsOfSixScripts();
    const random = new Random(40);
    for (let nth = 0; nth < COUNT; nth++) certificates.push(await renderedCertificate(fonts, random, nth));
  });

  it.skipIf(!outsideJudges.every(isInstalled))(
    `are signed without complaint by us, by the rules of the baseline, ${judgedBy(...outsideJudges)}`,
    async () => {
      const complaints = [];
      for (const certificate of certificates) complaints.push(...(await complaintsAbout(certificate)));
      expect(complaints).toEqual([]);
      expect(certificates).toHaveLength(COUNT);
    },
  );
});
