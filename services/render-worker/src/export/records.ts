import type { CsvCell } from '@sello/contracts';
import { auditSubjects, type BatchRecord, type DeliveryRecord } from '@sello/store';
import { type Entries, type ExportContext, emailsOf, inPages, once, pagesOf } from './context.ts';
import { csvEntry } from './csv-entry.ts';

const jsonCell = (value: object | undefined): string | undefined =>
  value === undefined || Object.keys(value).length === 0 ? undefined : JSON.stringify(value);

/** The batches, and what became of each of their rows. */
export async function* batches(context: ExportContext): Entries {
  const { store, tenant, startedAt } = context;
  const read = () => pagesOf((query) => store.batches.list(tenant._id, query));
  async function* rows() {
    for await (const page of read()) {
      const emailOf = await emailsOf(
        context,
        page.map(({ createdBy }) => createdBy),
      );
      yield page.map((one) => [
        ...[one._id, one.kind, one.title, one.state, one.total, one.done, one.failed, one.cancelled],
        ...[emailOf.get(one.createdBy), one.createdAt, one.endedAt],
        ...[one.language, one.signing?.signingCertificateId, jsonCell(one.values), one.retryOf],
      ]);
    }
  }
  const columns = ['batchId', 'kind', 'title', 'state', 'total', 'done', 'failed', 'cancelled'];
  const added = [
    'createdBy',
    'createdAt',
    'endedAt',
    'language',
    'signingCertificateId',
    'values',
    'retryOf',
  ];
  yield csvEntry('batches.csv', startedAt, [...columns, ...added], rows());

  async function* items() {
    for await (const page of read()) for (const batch of page) yield* itemsOf(context, batch);
  }
  const ofItem = [
    'batchId',
    'row',
    'name',
    'studentId',
    'certificateId',
    'email',
    'state',
    'delivery',
    'error',
  ];
  yield csvEntry('batch-rows.csv', startedAt, ofItem, items());
}

async function* itemsOf({ store, tenant }: ExportContext, { _id }: BatchRecord): AsyncGenerator<CsvCell[][]> {
  for await (const page of pagesOf((query) => store.batches.items(tenant._id, _id, query))) {
    yield page.map((one) => [
      ...[_id, one.row ?? one.index, one.fullName, one.studentId, one.certId, one.email],
      ...[one.state, one.delivery, one.error?.message],
    ]);
  }
}

/** The e-mails, by the certificates that they were about. */
export async function* deliveries({ store, tenant, startedAt }: ExportContext): Entries {
  async function* rows() {
    for await (const page of inPages(store.certificates.each(tenant._id))) {
      const found = await store.deliveries.listOf(
        tenant._id,
        page.map(({ _id }) => _id),
      );
      yield found.map(deliveryCells);
    }
  }
  const columns = ['certificateId', 'to', 'language', 'state', 'attempts', 'messageId', 'batchId'];
  yield csvEntry('deliveries.csv', startedAt, [...columns, 'createdAt', 'updatedAt', 'reply'], rows());
}

const deliveryCells = (one: DeliveryRecord): CsvCell[] => [
  ...[one.certId, one.to, one.language, one.state, one.attempts, one.messageId, one.batchId],
  ...[one.createdAt, one.updatedAt, one.response?.text],
];

/** The reports about mistakes that came to the organization: those that the reporter has confirmed. */
export async function* mistakeReports({ store, tenant, startedAt }: ExportContext): Entries {
  const found = await store.mistakeReports.listConfirmed(tenant._id);
  const rows = found.map((one) => [
    ...[one.certId, one.about, one.text, one.email, one.language, one.at, one.confirmedAt, one.letter.state],
  ]);
  const columns = ['certificateId', 'about', 'text', 'email', 'language', 'at', 'confirmedAt', 'letter'];
  yield csvEntry('mistake-reports.csv', startedAt, columns, once(rows));
}

/** With the network that a request came from, and the names of students and holders as they are stored now. */
export async function* auditLog({ store, tenant, startedAt }: ExportContext): Entries {
  async function* rows() {
    for await (const page of pagesOf((query) => store.auditLog.list(tenant._id, query))) {
      const subjectOf = await auditSubjects(store, tenant._id, page);
      yield page.map(({ at, actorName, action, target, network, details }) => [
        ...[at, actorName, action, subjectOf.get(target ?? ''), target, jsonCell(details), network],
      ]);
    }
  }
  const columns = ['at', 'by', 'action', 'subject', 'target', 'details', 'network'];
  yield csvEntry('audit-log.csv', startedAt, columns, rows());
}
