import { createHash } from 'node:crypto';
import { validatePdf } from '@sello/proof';
import { MongoClient } from 'mongodb';

/** What can be wrong with a batch that is reported as issued. */
export type Fault =
  | 'batch_count'
  | 'row_not_done'
  | 'row_without_certificate'
  | 'student_without_certificate'
  | 'student_certificate_absent'
  | 'several_valid'
  | 'certificate_not_valid'
  | 'file_absent'
  | 'file_altered'
  | 'signature_not_intact'
  | 'lookup_not_valid';

export interface Finding {
  fault: Fault;
  /** Id of the row, student or certificate. */
  subject: string;
  detail: string;
}

export interface CheckResult {
  rowsDone: number;
  validCertificates: number;
  filesFetched: number;
  signaturesChecked: number;
  findings: Finding[];
}

export interface CheckOptions {
  /** URL of the database. */
  mongoUrl: string;
  app: string;
  tenant: string;
  /** Number of students of the organization; its only batch issues all of them. */
  students: number;
  /** The signature of every n-th file is verified as well. Default: 20; 0 verifies none. */
  signatureEvery?: number;
}

interface StoredRow {
  _id: string;
  state: string;
  studentId: string;
  certId?: string;
}
interface StoredCertificate {
  _id: string;
  studentId: string;
  state: string;
  hash: string;
  size: number;
  signingCertificateId?: string;
}
interface StoredStudent {
  _id: string;
  certId?: string;
}
interface StoredBatch {
  _id: string;
  state: string;
  total: number;
  done: number;
  failed: number;
  cancelled: number;
}

interface Stored {
  batches: StoredBatch[];
  rows: StoredRow[];
  certificates: StoredCertificate[];
  students: StoredStudent[];
}

/** Concurrent requests to the app. */
const AT_ONCE = 16;

/**
 * Compares the documents of an organization in the database, read over a separate connection, with the responses of the
 * public URLs. It relies on no count or status that the product reports about itself.
 */
export async function checkIssued(options: CheckOptions): Promise<CheckResult> {
  const stored = await readStored(options);
  const findings = [...compareRecords(stored, options.students)];
  const certificates = new Map(stored.certificates.map((row) => [row._id, row]));
  // Every certificate that a row or a student refers to is requested, even if its record is missing.
  const shown = new Set([
    ...stored.rows.flatMap((row) => row.certId ?? []),
    ...stored.students.flatMap((student) => student.certId ?? []),
    ...certificates.keys(),
  ]);
  const result: CheckResult = {
    rowsDone: stored.rows.filter((row) => row.state === 'done').length,
    validCertificates: stored.certificates.filter((row) => row.state === 'valid').length,
    filesFetched: 0,
    signaturesChecked: 0,
    findings,
  };
  const left = [...shown].entries();
  const every = options.signatureEvery ?? 20;
  const visitor = new Visitor(options.app);
  const work = async (): Promise<void> => {
    for (const [index, certId] of left) {
      const isSample = every > 0 && index % every === 0;
      findings.push(...(await checkPublic(visitor, certId, certificates.get(certId), isSample)));
      result.filesFetched++;
      if (isSample) result.signaturesChecked++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return result;
}

async function readStored({ mongoUrl, tenant: tenantId }: CheckOptions): Promise<Stored> {
  const client = new MongoClient(mongoUrl, { serverSelectionTimeoutMS: 30_000 });
  try {
    /** Each document once: a cursor may return one twice that is updated meanwhile, as the check of stored files does. */
    async function read<Row extends object>(name: string): Promise<Row[]> {
      const found = await client.db().collection(name).find({ tenantId }).toArray();
      return [...new Map(found.map((row) => [String(row._id), row])).values()] as unknown as Row[];
    }
    return {
      batches: await read<StoredBatch>('batches'),
      rows: await read<StoredRow>('batchItems'),
      certificates: await read<StoredCertificate>('certificates'),
      students: await read<StoredStudent>('students'),
    };
  } finally {
    await client.close();
  }
}

function* compareRecords({ batches, rows, certificates, students }: Stored, expected: number) {
  const finding = (fault: Fault, subject: string, detail: string): Finding => ({ fault, subject, detail });
  const byId = new Map(certificates.map((row) => [row._id, row]));
  const valid = Map.groupBy(
    certificates.filter((row) => row.state === 'valid'),
    (row) => row.studentId,
  );
  const [batch, ...more] = batches;
  if (batch === undefined || more.length > 0)
    yield finding('batch_count', 'batch', `${batches.length} batches instead of 1`);
  if (batch && (batch.state !== 'done' || batch.total !== expected || batch.done !== expected))
    yield finding('batch_count', batch._id, JSON.stringify(batch));
  if (rows.length !== expected) yield finding('batch_count', 'rows', `${rows.length} instead of ${expected}`);
  if (students.length !== expected)
    yield finding('batch_count', 'students', `${students.length} instead of ${expected}`);

  for (const { _id, state, certId, studentId } of rows) {
    if (state !== 'done') yield finding('row_not_done', _id, state);
    const certificate = byId.get(certId ?? '');
    if (certificate?.studentId !== studentId)
      yield finding('row_without_certificate', _id, `${state}, names ${certId}`);
    else if (certificate.state !== 'valid')
      yield finding(
        'certificate_not_valid',
        certificate._id,
        `its row is ${state}, it is ${certificate.state}`,
      );
  }
  for (const { _id, certId } of students) {
    const own = valid.get(_id) ?? [];
    if (own.length === 0) yield finding('student_without_certificate', _id, 'no valid certificate');
    if (own.length > 1) yield finding('several_valid', _id, own.map((row) => row._id).join(', '));
    if (certId === undefined) yield finding('student_without_certificate', _id, 'is given none');
    else if (!own.some((row) => row._id === certId))
      yield finding('student_certificate_absent', _id, `is given ${certId}`);
  }
}

async function checkPublic(
  visitor: Visitor,
  certId: string,
  record: StoredCertificate | undefined,
  isSample: boolean,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const report = (fault: Fault, detail: string): void =>
    void findings.push({ fault, subject: certId, detail });

  const file = await visitor.get(`/c/${certId}`);
  if (file.status !== 200) report('file_absent', `answered ${file.status}`);
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  if (record && file.status === 200 && (sha256 !== record.hash || file.bytes.byteLength !== record.size))
    report(
      'file_altered',
      `${file.bytes.byteLength} bytes ${sha256}, issued ${record.size} bytes ${record.hash}`,
    );
  if (isSample && file.status === 200) {
    const verdict = validatePdf(file.bytes);
    if (verdict.outcome !== 'intact' || verdict.signature?.algorithm !== 'rsa-2048 sha256')
      report('signature_not_intact', JSON.stringify([verdict.outcome, verdict.reasons]));
  }

  const lookup = await visitor.get(`/api/verify?fn=lookup&hash=${certId}`);
  const shown = lookup.status === 200 ? (JSON.parse(lookup.bytes.toString('utf8')) as Lookup) : null;
  if (shown?.certificate.state !== 'valid' || shown.certificate.hash !== record?.hash)
    report('lookup_not_valid', `answered ${lookup.status}: ${lookup.bytes.toString('utf8').slice(0, 200)}`);
  return findings;
}

interface Lookup {
  certificate: { state: string; hash: string };
}

/**
 * A visitor without an account. Requests come from many client addresses, as from a whole school, because the product
 * limits requests per address. It trusts one reverse proxy (TRUST_PROXY=1).
 */
class Visitor {
  readonly #app: string;
  #requests = 0;

  constructor(app: string) {
    this.#app = app;
  }

  async get(path: string): Promise<{ status: number; bytes: Buffer }> {
    const network = Math.floor(this.#requests++ / 100);
    const address = `10.${Math.floor(Math.random() * 250)}.${network % 250}.7`;
    const answer = await fetch(new URL(path, this.#app), {
      headers: { accept: 'application/pdf, application/json', 'x-forwarded-for': address },
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
}
