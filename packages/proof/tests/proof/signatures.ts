// `npm run proof -- signatures`: 200 random certificates, checked by every validator. A missing validator is a failure.
import { isInstalled } from '../support/external-tools.ts';
import { Random } from '../support/random.ts';
import { fontsOfSixScripts, renderedCertificate } from '../support/rendered.ts';
import { report } from '../support/report.ts';
import { externalComplaints, externalTools, ownComplaints } from '../support/round-trip.ts';

const COUNT = 200;
const complaints = externalTools
  .filter((tool) => !isInstalled(tool))
  .map((tool) => `${tool} is not installed`);
const fonts = await fontsOfSixScripts();
const random = new Random(200);
let sound = 0;
for (let nth = 0; nth < COUNT; nth++) {
  const certificate = await renderedCertificate(fonts, random, nth);
  const found = [...(await ownComplaints(certificate)), ...externalComplaints(certificate)];
  complaints.push(...found);
  if (found.length === 0) sound++;
}
report({ certificates: COUNT, sound, validators: ['Sello', 'pkijs', ...externalTools], complaints });
process.exitCode = complaints.length > 0 ? 1 : 0;
