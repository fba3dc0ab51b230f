// `npm run proof -- signatures`: 200 random certificates before every judge. A judge that is missing is a failure.
import { isInstalled } from '../parts/judges.ts';
import { Random } from '../parts/random.ts';
import { fontsOfSixScripts, renderedCertificate } from '../parts/rendered.ts';
import { report } from '../parts/report.ts';
import { outsideComplaints, outsideJudges, ownComplaints } from '../parts/round-trip.ts';

const COUNT = 200;
const complaints = outsideJudges
  .filter((tool) => !isInstalled(tool))
  .map((tool) => `${tool} is not installed`);
const fonts = await fontsOfSixScripts();
const random = new Random(200);
let sound = 0;
for (let nth = 0; nth < COUNT; nth++) {
  const certificate = await renderedCertificate(fonts, random, nth);
  const found = [...(await ownComplaints(certificate)), ...outsideComplaints(certificate)];
  complaints.push(...found);
  if (found.length === 0) sound++;
}
report({ certificates: COUNT, sound, judges: ['Sello', 'pkijs', ...outsideJudges], complaints });
process.exitCode = complaints.length > 0 ? 1 : 0;
