import type { Blobs } from '@sello/blobs';
import {
  certificatePictureUrl,
  certificateUrl,
  errorMessage,
  type IdentityKind,
  isolated,
  type Language,
  type RowError,
  verifyUrl,
} from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { type Issuer, readIssuer, writeLetter } from '@sello/letters';
import type {
  BatchItemRecord,
  BatchRecord,
  CertificateRecord,
  DeliveryRecord,
  MailQuota,
  Store,
} from '@sello/store';
import type { Sender, Senders } from '../dkim/senders.ts';
import type { MailMetrics } from '../metrics.ts';
import { type Allowance, openAllowance } from './allowance.ts';
import { attachmentName, streamCertificate } from './certificate-file.ts';
import type { Message, Transport } from './transport.ts';
import { classifyAttempt, nextAttemptAt, responseOf, type Verdict, verdictOfDelivery } from './verdict.ts';

export interface SendingDependencies {
  store: Pick<
    Store,
    | 'certificates'
    | 'deliveries'
    | 'tenants'
    | 'domains'
    | 'revisions'
    | 'signingCertificates'
    | 'members'
    | 'users'
    | 'mailAccounts'
    | 'auditLog'
  >;
  blobs: Blobs;
  transport: Transport;
  publicUrl: string;
  /** The platform's sender address. */
  from: string;
  senders: Senders;
  /** How many e-mails an organization may send, by its kind of identity. */
  quotas: Record<IdentityKind, MailQuota>;
  metrics: MailMetrics;
  log: Logger;
}

export interface Row {
  item: BatchItemRecord;
  verdict: Verdict;
}

export interface Sending {
  /**
   * Sends the messages of claimed rows concurrently and reports each outcome as soon as it is known. Rows that were not
   * started when the signal aborts are not reported; the caller releases them.
   */
  send(
    batch: BatchRecord,
    items: readonly BatchItemRecord[],
    report: (row: Row) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
}

/** Messages of one chunk sent concurrently; the connection pool limits them further. */
const concurrency = 5;
/** Consecutive connection failures after which the rest of the chunk is retried later. */
const maxConnectionFailures = 3;

interface Chunk {
  batch: BatchRecord;
  language: Language;
  issuer: Issuer;
  sender: Sender;
  certificates: Map<string, CertificateRecord>;
  deliveries: Map<number, DeliveryRecord>;
  allowance: Allowance;
}

type Ready = BatchItemRecord & { certId: string; email: string };

export function createSending(dependencies: SendingDependencies): Sending {
  const { store, blobs, transport, publicUrl, from, senders, metrics } = dependencies;

  /** The certificates of the rows by their ids; a replaced one gives way to the student's current one. */
  async function readCertificates(tenantId: string, rows: readonly Ready[]): Promise<Chunk['certificates']> {
    const named = await store.certificates.getMany(
      tenantId,
      rows.map((row) => row.certId),
    );
    const replaced = named.filter((one) => one.state === 'replaced').map((one) => one.studentId);
    const current = await store.certificates.validOf(tenantId, replaced);
    return new Map(
      named.map((one) => [one._id, one.state === 'replaced' ? (current.get(one.studentId) ?? one) : one]),
    );
  }

  async function prepare(batch: BatchRecord, rows: readonly Ready[]): Promise<Chunk> {
    const { tenantId, _id: batchId, language = 'en' } = batch;
    const [issuer, sender] = await Promise.all([
      readIssuer(store, tenantId, publicUrl),
      senders.of(tenantId),
    ]);
    const certificates = await readCertificates(tenantId, rows);
    const messageIdHost = from.slice(from.lastIndexOf('@') + 1);
    const wanted = rows
      .filter((row) => certificates.get(row.certId)?.state === 'valid')
      .map(({ index, certId, email }) => ({ batchId, index, certId, to: email, language, messageIdHost }));
    const opened = await store.deliveries.open(tenantId, wanted);
    const deliveries = new Map(wanted.map(({ index }, position) => [index, opened[position]!]));
    const allowance = await openAllowance(dependencies, tenantId, issuer.identity, opened);
    return { batch, language, issuer, sender, certificates, deliveries, allowance };
  }

  async function compose(
    { issuer, sender, language }: Chunk,
    certificate: CertificateRecord,
    delivery: DeliveryRecord,
  ): Promise<Message> {
    const { _id: certId, hash, printed, pages, size, signingCertificateId } = certificate;
    const contact = await issuer.contactOf(certificate);
    const letter = writeLetter({
      language,
      subject: issuer.subjects[language],
      issuer: issuer.name,
      logoUrl: issuer.logoUrl,
      holder: printed.holder,
      course: printed.course,
      certId,
      issuedOn: await issuer.issuedOnOf(certificate),
      isSigned: signingCertificateId !== undefined,
      pages,
      size,
      downloadUrl: issuer.offersFiles ? certificateUrl(certId, issuer.baseUrl) : undefined,
      // The platform's own address: pictures of sent letters are shown for as long as the certificate is.
      pictureUrl: issuer.offersFiles ? `${publicUrl}${certificatePictureUrl(certId, hash)}` : undefined,
      verifyUrl: verifyUrl(certId, issuer.baseUrl),
      to: delivery.to,
      contact,
    });
    return {
      messageId: delivery.messageId,
      from: { name: isolated(issuer.name), address: sender.address },
      returnPath: from,
      dkim: sender.dkim,
      to: { name: printed.holder, address: delivery.to },
      replyTo: contact,
      subject: letter.subject,
      html: letter.html,
      text: letter.text,
      language: letter.locale,
      attachment: {
        fileName: attachmentName(printed.holder),
        open: () => streamCertificate(blobs, store.certificates, certificate),
      },
    };
  }

  /** The organization's own host, if links name it. */
  const linkHostOf = ({ baseUrl }: Issuer): string | undefined =>
    baseUrl === publicUrl ? undefined : new URL(baseUrl).hostname;

  /** Sends one row's message if its delivery is still queued. */
  async function sendRow(
    chunk: Chunk,
    item: Ready,
  ): Promise<{ verdict: Verdict; hasConnectionFailed: boolean }> {
    const { tenantId } = chunk.batch;
    const certificate = chunk.certificates.get(item.certId);
    const opened = chunk.deliveries.get(item.index);
    if (!certificate || !opened) {
      const code = certificate?.state === 'revoked' ? 'issued_revoked' : 'issued_not_found';
      return { verdict: refuse(code), hasConnectionFailed: false };
    }
    const denied = chunk.allowance.denied(opened);
    if (denied !== undefined) return { verdict: refuse(denied), hasConnectionFailed: false };
    const message = await compose(chunk, certificate, opened);
    const delivery = await store.deliveries.begin(tenantId, opened._id, linkHostOf(chunk.issuer));
    if (delivery === null) {
      const existing = (await store.deliveries.get(tenantId, opened._id)) ?? opened;
      // An earlier process was killed while it sent: it is unknown whether the server has the message.
      if (existing.state === 'sending') await store.deliveries.settle(tenantId, existing._id, 'unknown');
      return {
        verdict: verdictOfDelivery(existing) ?? { kind: 'again', at: nextAttemptAt(1) },
        hasConnectionFailed: false,
      };
    }
    chunk.allowance.recordAttempt(delivery);
    const stopTimer = metrics.startMessageTimer();
    const outcome = await transport.send(message);
    stopTimer(outcome.kind);
    if (outcome.kind === 'accepted' || outcome.kind === 'refused')
      chunk.allowance.recordOutcome(outcome.kind === 'refused');
    const { delivery: state, verdict } = classifyAttempt(outcome, item.attempts);
    await store.deliveries.settle(tenantId, delivery._id, state, responseOf(outcome));
    return { verdict, hasConnectionFailed: outcome.kind === 'later' && outcome.code === undefined };
  }

  return {
    async send(batch, items, report, signal) {
      const ready = items.filter((item): item is Ready => Boolean(item.certId && item.email));
      for (const item of items) {
        if (!item.certId) await report({ item, verdict: refuse('issued_not_found') });
        else if (!item.email) await report({ item, verdict: refuse('email_required') });
      }
      if (ready.length === 0) return;
      const chunk = await prepare(batch, ready);
      const waiting = [...ready];
      let connectionFailures = 0;
      const work = async (): Promise<void> => {
        for (let item = waiting.shift(); item; item = waiting.shift()) {
          const release = await transport.slots.acquire(signal).catch(() => null);
          if (release === null) return;
          if (connectionFailures >= maxConnectionFailures) {
            release();
            await report({ item, verdict: { kind: 'again', at: nextAttemptAt(item.attempts) } });
            continue;
          }
          const { verdict, hasConnectionFailed } = await sendRow(chunk, item).finally(release);
          connectionFailures = hasConnectionFailed ? connectionFailures + 1 : 0;
          await report({ item, verdict });
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: concurrency }, work));
      await chunk.allowance.close();
      const fault = ended.find((one) => one.status === 'rejected');
      if (fault) throw fault.reason;
    },
  };
}

function refuse(code: RowError['code']): Verdict {
  return { kind: 'failed', delivery: 'queued', error: { code, message: errorMessage(code) } };
}
