import { fileNameText } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { type CertificateRecord, issuedOnOf } from '@sello/store';
import { createCertificateFiles } from '../archive/certificate-files.ts';
import type { Entries, ExportContext } from './context.ts';
import { inPages } from './context.ts';
import { csvEntry } from './csv-entry.ts';

/** By the holder's name and the id, so that no two are alike without remembering those before. */
const fileOf = ({ _id, printed }: CertificateRecord): string =>
  `certificates/${fileNameText(printed.holder, 'certificate', 80)} ${_id}.pdf`;

/** Every issued file, also those of replaced and revoked certificates, then an index of them. */
export async function* certificates(context: ExportContext): Entries {
  const { store, blobs, tenant, startedAt, onMissing } = context;
  const files = createCertificateFiles(blobs, store.certificates);
  const missing = new Set<string>();

  // Pack by pack: in the order of their ids, which are random, a pack would be read for each of its files.
  async function* issued(): AsyncGenerator<CertificateRecord> {
    for await (const pack of store.consistency.acrossTenants.packs(tenant._id))
      for (const one of pack) if (one.state !== 'prepared' && one.createdAt <= startedAt) yield one;
  }

  for await (const one of issued()) {
    try {
      const { prefix, tail, crc32 } = await files.read(one);
      yield { name: fileOf(one), modifiedAt: one.issuedAt, pieces: [prefix, tail], crc32 };
    } catch (error) {
      // Erased since the page was read: there is no file to export.
      if (isAppError(error, 'issued_not_found')) continue;
      if (!isAppError(error, 'object_missing')) throw error;
      missing.add(one._id);
      onMissing();
    }
  }

  const zones = new Map<string, Promise<string | undefined>>();
  async function readZone(revisionId: string): Promise<string | undefined> {
    return (await store.revisions.get(tenant._id, revisionId))?.design.timeZone;
  }
  const zoneOfRevision = ({ revisionId }: CertificateRecord): Promise<string | undefined> => {
    const zone = zones.get(revisionId) ?? readZone(revisionId);
    zones.set(revisionId, zone);
    return zone;
  };

  async function* rows() {
    for await (const page of inPages(issued()))
      yield await Promise.all(
        page.map(async (one) => [
          ...rowOf(one, missing.has(one._id) ? 'missing' : fileOf(one)),
          await issuedOnOf(one, zoneOfRevision),
        ]),
      );
  }
  yield csvEntry('certificates/index.csv', startedAt, columns, rows());

  async function* erased() {
    for await (const page of inPages(store.erasures.eachErased(tenant._id)))
      yield page.map((one) => [one._id, one.hash, one.issuedAt, one.revokedAt, one.erasedAt]);
  }
  const kept = ['certificateId', 'sha256', 'issuedAt', 'revokedAt', 'erasedAt'];
  yield csvEntry('certificates/erased.csv', startedAt, kept, erased());
}

const columns = [
  ...['certificateId', 'file', 'sha256', 'state', 'holder', 'idNumber', 'country', 'course'],
  ...['startDate', 'endDate', 'scoreNumeric', 'scoreLetter', 'issuedAt', 'replacedBy', 'replacedAt'],
  ...['revokedAt', 'revokedReason', 'studentId', 'templateId', 'signed', 'revisionId', 'batchId'],
  ...['signingCertificateId', 'identity', 'identityDomain', 'values', 'photo', 'issuedOn'],
];

function rowOf(one: CertificateRecord, file: string) {
  const { printed } = one;
  return [
    ...[
      one._id,
      file,
      one.hash,
      one.state,
      printed.holder,
      printed.idNumber,
      printed.country,
      printed.course,
    ],
    ...[printed.startDate, printed.endDate, printed.scoreNumeric, printed.scoreLetter, one.issuedAt],
    ...[one.replacedBy, one.replacedAt, one.revokedAt, one.revokedReason, one.studentId, one.templateId],
    ...[one.signingCertificateId !== undefined, one.revisionId, one.batchId, one.signingCertificateId],
    ...[one.identity?.kind, one.identity?.domain, valuesOf(one), one.photo],
  ];
}

/** The values of the batch and of the organization's own columns that were printed, by their names. */
function valuesOf({ batchValues = [], custom = [] }: CertificateRecord): string | undefined {
  const pairs = [...batchValues, ...custom].map(({ name, value }) => [name, value] as const);
  return pairs.length === 0 ? undefined : JSON.stringify(Object.fromEntries(pairs));
}
