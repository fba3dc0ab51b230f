import type { CheckOptions, Gap, GapKind, StuckChunk } from '@sello/store';

interface GapCount {
  found: number;
  repaired: number;
}

/** The results of a check so far. All gaps are counted; the first 20 of each kind are kept as examples. */
export interface Report {
  options: CheckOptions;
  looked: Record<'rows' | 'certificates' | 'students' | 'objects', number>;
  counts: Map<GapKind, GapCount>;
  examples: Gap[];
  /** Chunks with rows that were put back, for a render-worker to issue again. */
  chunks: StuckChunk[];
  /** Number of files that a render-worker will rebuild. */
  filesToMake: number;
  /** Ids of the tenants of these files. */
  missingIn: Set<string>;
  /** Certificates whose file was lost earlier and that are no longer valid; they are not gaps. */
  lostFiles: number;
  readonly found: number;
  /** Gaps that were not repaired. */
  readonly left: number;
  toJson(): unknown;
}

const examplesPerKind = 20;

export function startReport(repair: boolean): Report {
  const counts = new Map<GapKind, GapCount>();
  const total = (name: keyof GapCount): number =>
    [...counts.values()].reduce((sum, count) => sum + count[name], 0);
  const report: Report = {
    options: {
      repair,
      onGap(gap) {
        const count = counts.get(gap.kind) ?? { found: 0, repaired: 0 };
        counts.set(gap.kind, count);
        count.found++;
        if (gap.repaired) count.repaired++;
        if (count.found <= examplesPerKind) report.examples.push(gap);
      },
    },
    looked: { rows: 0, certificates: 0, students: 0, objects: 0 },
    counts,
    examples: [],
    chunks: [],
    filesToMake: 0,
    missingIn: new Set(),
    lostFiles: 0,
    get found() {
      return total('found');
    },
    get left() {
      return total('found') - total('repaired');
    },
    toJson() {
      const { looked, examples, filesToMake, lostFiles, found, left } = report;
      const gaps = Object.fromEntries(counts);
      return { sound: left === 0, repair, looked, found, left, gaps, filesToMake, lostFiles, examples };
    },
  };
  return report;
}

const texts: Record<GapKind, string> = {
  'row-without-certificate': 'rows said done, but their certificate was not there',
  'row-not-done': 'rows said failed or cancelled, but their certificate was there',
  'row-missing': 'rows of batches were not there',
  'row-open': 'rows were not ended although their batch was',
  'rows-without-batch': 'batches were gone while rows of them were left',
  'batch-counts': 'batches did not count what their rows are',
  'certificate-unfinished': 'certificates had stopped on their way to being valid',
  'certificate-superseded': 'certificates stood as valid beside a newer one of the same student',
  'revocation-lost': 'certificates stood as valid though they had been revoked',
  'successor-missing': 'certificates were replaced by one that is not there',
  'student-not-given': 'students did not show their valid certificate',
  'student-without-certificate': 'students showed a certificate that is not there or not valid',
  'student-certification': 'students showed another state than their certificate has',
  'prefix-missing': 'stored beginnings of files (prefixes) were missing or damaged',
  'file-missing': 'files of certificates were missing or damaged',
};

/** The report as lines of text. */
export function describeReport(report: Report): string {
  const { looked, counts, examples, chunks, filesToMake, lostFiles, found, left } = report;
  const { repair } = report.options;
  const lines = [
    `Looked at ${looked.rows} rows, ${looked.certificates} certificates, ${looked.students} students and ${looked.objects} objects.`,
  ];
  for (const [kind, { found: some, repaired }] of counts) {
    lines.push(`${some} ${texts[kind]} (${kind})${repair ? `; ${repaired} repaired` : ''}.`);
    for (const gap of examples.filter((one) => one.kind === kind && !one.repaired))
      lines.push(`  ${nameOf(gap)}`);
  }
  if (lostFiles > 0) {
    lines.push(`${lostFiles} files were lost for good earlier; another certificate stands in their place.`);
  }
  if (chunks.length > 0)
    lines.push('Rows were put back: a render-worker issues them again under the same ids.');
  if (filesToMake > 0)
    lines.push(`${filesToMake} files are noted as missing: a render-worker makes them again.`);
  if (found === 0) lines.push('The store is sound.');
  else if (!repair) lines.push('Run the command with --repair to repair them.');
  else if (left === 0) lines.push('Everything that was found is repaired.');
  else
    lines.push(`${left} could not be repaired: restore what is named above from a backup, then check again.`);
  return lines.join('\n');
}

function nameOf({ tenantId, batchId, index, certId, studentId, key }: Gap): string {
  const named = {
    organization: tenantId,
    batch: batchId,
    row: index,
    certificate: certId,
    student: studentId,
    object: key,
  };
  return Object.entries(named)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
