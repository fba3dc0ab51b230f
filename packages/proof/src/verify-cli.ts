// `npm run verify -- [--json] [--trust AUTHORITIES.pem] FILE…`: the same check as on the verify page, offline. The exit
// code is 0 when every file is intact, 1 when one is altered, 2 when one is unsigned or could not be checked.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verdictReasons } from '@sello/contracts';
import { defaultLimits } from './pdf/read/budget.ts';
import { validatePdf } from './pdf/validate.ts';
import { readTrustList } from './timestamp/trust-list.ts';
import type { Outcome, PdfVerdict, SignatureFacts } from './verdict.ts';

const OUTCOMES: Record<Outcome, string> = {
  intact: 'The signature is intact and covers the whole file.',
  altered: 'ALTERED: the signature does not hold.',
  unsigned: 'Not signed.',
  unknown: 'Could not be checked.',
};

const EXIT_CODES: Record<Outcome, number> = { intact: 0, altered: 1, unsigned: 2, unknown: 2 };

/** Printed for every file with a signature. */
const RECORD =
  'Whether this is the file that was issued, only its record can tell: look the sha-256 up on the verify page.';

interface Report {
  file: string;
  verdict?: PdfVerdict;
  /** Why the file could not be opened. */
  failure?: string;
}

async function check(file: string, timestampAuthorities: readonly Uint8Array[]): Promise<Report> {
  // npm runs scripts in the project's folder; INIT_CWD is the folder in which npm was called.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  try {
    const { size } = await stat(path);
    if (size > defaultLimits.maxBytes) {
      return { file, failure: `${verdictReasons.too_large.sentence} (${size} bytes)` };
    }
    return { file, verdict: validatePdf(await readFile(path), { timestampAuthorities }) };
  } catch (error) {
    return { file, failure: error instanceof Error ? error.message : String(error) };
  }
}

function asText({ file, verdict, failure }: Report): string {
  if (!verdict) return `${file}\n  Could not be checked. ${failure}\n`;
  const lines = [OUTCOMES[verdict.outcome]];
  for (const { code, detail } of verdict.reasons) {
    lines.push(`- ${verdictReasons[code].sentence}${detail ? ` (${detail})` : ''}`);
  }
  const { signature } = verdict;
  const claimed = verdict.outcome === 'intact' ? '' : ' (claimed)';
  if (signature?.signer) {
    const { signer } = signature;
    lines.push(`Signer${claimed}: ${signer.subject}${signer.selfSigned ? ', self-signed' : ''}`);
    lines.push(`Certificate: sha-256 ${signer.fingerprint}`);
  }
  if (signature?.signedAt) lines.push(`Signed at${claimed}: ${signature.signedAt.toISOString()}`);
  if (signature?.timestamp) {
    const { time, authority, known } = signature.timestamp;
    const note = known ? '' : ' (not among the authorities given: a claim)';
    lines.push(`Timestamp: ${time.toISOString()} by ${authority}${note}`);
  }
  if (signature) lines.push(`PAdES baseline B: ${signature.padesBaselineB ? 'yes' : 'no'}`);
  if (signature && verdict.outcome === 'intact') lines.push(`Form: ${formOf(signature)}`);
  lines.push(`File: ${verdict.size} bytes, sha-256 ${verdict.sha256}`);
  if (signature) lines.push(RECORD);
  return `${file}\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}

/** What an intact file tells about the data of its signature, which no signature covers. */
function formOf({ ownForm, timestamp }: SignatureFacts): string {
  if (!ownForm) {
    return 'not that of this platform. What was signed is unchanged; the data of the signature around it anybody may have written anew.';
  }
  return timestamp
    ? 'in the one encoding that this platform writes, but for the timestamp: another timestamp may stand in the place of the first.'
    : 'in the one encoding that this platform writes.';
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean' }, trust: { type: 'string' } },
  });
  if (positionals.length === 0 || values.help) {
    console.log('Usage: npm run verify -- [--json] [--trust AUTHORITIES.pem] FILE…');
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const authorities =
    values.trust === undefined
      ? []
      : readTrustList(await readFile(resolve(process.env.INIT_CWD ?? process.cwd(), values.trust), 'utf8'));
  const reports: Report[] = [];
  for (const file of positionals) {
    const report = await check(file, authorities);
    reports.push(report);
    if (!values.json) console.log(asText(report));
  }
  if (values.json) console.log(JSON.stringify(reports, null, 2));
  const codes = reports.map(({ verdict }) => EXIT_CODES[verdict?.outcome ?? 'unknown']);
  process.exitCode = codes.includes(1) ? 1 : Math.max(...codes);
}

await main();
