import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Blobs, blobsOptionsFrom, markerKey, openBlobs } from '@sello/blobs';
import { type BatchItem, design, limits } from '@sello/contracts';
import { type Backings, freePort, startBackings } from '@sello/dev-stack';
import { createLogger, readConfig, type Service, times } from '@sello/kit';
import { generateWrappingKeys } from '@sello/proof';
import { openQueue, type Queue, reconcileBatches } from '@sello/queue';
import { type BatchRecord, newId, openStore, type Store } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMailWorker, type MailWorkerConfig, variables } from '../src/index.ts';
import { describeInvites } from './invites.suite.ts';
import { type IssueOverrides, issueCertificate } from './issued.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { describeMistakes } from './mistakes.suite.ts';
import { addMember, addSigningCertificate, openOrganization } from './organization.ts';
import { describeOwnLetter } from './own-letter.suite.ts';
import { describeOwnSender } from './own-sender.suite.ts';

const log = createLogger({ service: 'test', level: process.env.TEST_LOG ?? 'silent' });

const wrappingKeys = generateWrappingKeys();
const internal = `127.0.0.1:${await freePort()}`;
let backings: Backings;
let server: MailServer;
let config: MailWorkerConfig;
let store: Store;
let queue: Queue;
let blobs: Blobs;
let worker: Service;
let tenantId: string;
let revisionId: string;
let signingCertificateId: string;

beforeAll(async () => {
  server = await startMailServer();
  backings = await startBackings({ only: ['mongo', 'redis', 'objects'] });
  config = readConfig(variables, {
    ...backings.env,
    ...{ SMTP_URL: server.url, MAIL_FROM: 'Sello <certificates@sello.test>', MAIL_QUOTA: '400/300' },
    ...{ PUBLIC_URL: 'https://sello.test', INTERNAL_PORT: internal },
    DKIM_KEYS_PRIVATE: wrappingKeys.privateKey,
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
  });
  store = await openStore({ url: config.MONGO_URL });
  queue = openQueue({ redisUrl: config.REDIS_URL, log });
  blobs = openBlobs(blobsOptionsFrom(config));
  tenantId = await openOrganization(store, 'Instituto Cordillera', true);
  const template = await store.templates.create(tenantId, {
    name: 'Farmacia hospitalaria',
    tags: [],
    design: design.parse({
      version: 2,
      timeZone: 'America/Lima',
      pages: [{ id: 'page', width: 842, height: 595, elements: [] }],
    }),
  });
  revisionId = (await store.revisions.freeze(tenantId, template._id))._id;
  signingCertificateId = await addSigningCertificate(store, tenantId, 'registro@example.test');
  worker = await createMailWorker(config, { log });
  await worker.start();
});
afterAll(async () => {
  server?.releaseHeld();
  await worker?.close();
  for (const one of [queue, blobs, store, backings, server]) await one?.close();
});

const issue = (holder?: string, overrides: IssueOverrides = {}) =>
  issueCertificate({ store, blobs, tenantId, revisionId, signingCertificateId }, holder, overrides);
type Issued = Awaited<ReturnType<typeof issue>>;

/** Creates an e-mail batch as the BFF does: writes the rows, then enqueues the chunks. */
async function createBatch(rows: readonly { to: string; issued: Issued }[]): Promise<BatchRecord> {
  const batch = await store.batches.create(tenantId, {
    ...{ kind: 'email', title: '', createdBy: newId(), language: 'es' },
    items: rows.map(({ to, issued: { studentId, holder, certId } }) => ({
      ...{ studentId, fullName: holder, certId, email: to },
    })),
  });
  for (const chunk of await store.batches.nextChunks(tenantId, batch._id, limits.chunksInQueue)) {
    await queue.enqueue('email', { tenantId, batchId: batch._id, ...chunk });
  }
  return batch;
}

async function ended({ _id }: BatchRecord): Promise<BatchRecord> {
  return vi.waitFor(async () => {
    const batch = (await store.batches.get(tenantId, _id))!;
    expect(batch.endedAt).toBeInstanceOf(Date);
    return batch;
  });
}

const rowsOf = async ({ _id }: BatchRecord) => (await store.batches.items(tenantId, _id)).items;
const sentTo = (to: string) => server.mails.filter((one) => one.to === to);
const address = (behavior: string) => `${behavior}-${newId()}@example.test`;
const only = async (batch: BatchRecord): Promise<Partial<BatchItem>> =>
  (await rowsOf(batch))[0] as Partial<BatchItem>;

describe('a certificate by e-mail', () => {
  it('is sent in the requested language, with exactly the issued bytes attached', async () => {
    const issued = await issue('Lucía "Luz" Quispe / Mamani');
    const to = address('ok');
    const batch = await ended(await createBatch([{ to, issued }]));
    expect(batch).toMatchObject({ state: 'done', done: 1, failed: 0 });
    expect(await only(batch)).toMatchObject({ state: 'done', delivery: 'accepted' });
    expect(sentTo(to)).toHaveLength(1);
    const { mail, raw } = sentTo(to)[0]!;
    expect(mail.subject).toBe('Instituto Cordillera ha emitido su certificado: Farmacia hospitalaria');
    expect(mail.from?.value).toEqual([{ name: 'Instituto Cordillera', address: 'certificates@sello.test' }]);
    expect(mail.replyTo?.value[0]?.address).toBe('registro@example.test');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.text).toContain('14 de noviembre de 2026');
    expect(mail.text).toContain(`https://sello.test/verify/${issued.certId}`);
    // Mail programs load it from where the BFF draws the issued file.
    expect(mail.html).toContain(`src="https://sello.test/c/${issued.certId}/`);
    expect(mail.html).toContain(`https://sello.test/c/${issued.certId}`);
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]).toMatchObject({ contentType: 'application/pdf', content: issued.bytes });
    expect(mail.attachments[0]!.filename).toBe('Lucía Luz Quispe Mamani.pdf');
    expect(raw.split('\r\n').every((line) => line.length <= 998)).toBe(true);
    const [delivery] = await store.deliveries.listOf(tenantId, [issued.certId]);
    expect(mail.messageId).toBe(delivery!.messageId);
    expect(delivery).toMatchObject({ state: 'accepted', attempts: 1, to });
  });

  it('fails for good with the response of a server that refuses it', async () => {
    const issued = await issue();
    for (const [behavior, response, status] of [
      ['refuse', 'No such mailbox here', 550],
      ['refuse-data', 'Looks like spam', 554],
    ] as const) {
      const batch = await ended(await createBatch([{ to: address(behavior), issued }]));
      expect(await only(batch)).toMatchObject({
        state: 'failed',
        delivery: 'refused',
        error: { code: 'email_refused', details: { response: expect.stringContaining(response), status } },
      });
    }
  });

  it('is of unknown outcome and never resent when the connection broke after the message was sent', async () => {
    const issued = await issue();
    const to = address('drop-after');
    const batch = await ended(await createBatch([{ to, issued }]));
    expect(await only(batch)).toMatchObject({
      state: 'failed',
      delivery: 'unknown',
      error: { code: 'email_unknown' },
    });
    const { tenantId: tenant, _id: batchId } = batch;
    await queue.enqueue('email', { tenantId: tenant, batchId, from: 0, to: 1 });
    await ended(await createBatch([{ to: address('ok'), issued }]));
    expect(sentTo(to)).toHaveLength(1);
  });

  it('is retried after a temporary refusal, not before the backoff has passed', async () => {
    const issued = await issue();
    const to = address('later');
    const begun = Date.now();
    const batch = await createBatch([{ to, issued }]);
    const waiting = await vi.waitFor(async () => {
      const [row] = await rowsOf(batch);
      expect(row).toMatchObject({ state: 'queued', attempts: 1 });
      return row!;
    });
    expect(waiting.leaseUntil.getTime()).toBeGreaterThan(begun + times.mailAgain.firstMs / 3);
    const chunk = { tenantId, batchId: batch._id, from: 0, to: 1 };
    await queue.enqueue('email', chunk);
    await ended(await createBatch([{ to: address('ok'), issued }]));
    expect(await only(batch)).toMatchObject({ state: 'queued', attempts: 1 });

    server.acceptLater();
    await backdate(batch);
    const { stuck } = store.batches.acrossTenants;
    const progress = queue.progress(store.batches.count);
    await reconcileBatches<'mail-worker'>({ kinds: ['email'], stuck, queue, progress });
    await ended(batch);
    expect(sentTo(to)).toHaveLength(1);
    expect(await only(batch)).toMatchObject({ state: 'done', delivery: 'accepted' });
  });

  it('is retried when the connection broke before the message was sent', async () => {
    const batch = await createBatch([{ to: address('drop-before'), issued: await issue() }]);
    await vi.waitFor(async () => expect(await only(batch)).toMatchObject({ state: 'queued', attempts: 1 }));
    const [delivery] = await store.deliveries.listOf(tenantId, [(await rowsOf(batch))[0]!.certId!]);
    expect(delivery).toMatchObject({ state: 'queued' });
    await store.batches.cancel(tenantId, batch._id);
  });

  it('fails when the stored file is damaged, and no server accepts the partial message', async () => {
    const issued = await issue('Damaged', { hash: 'c'.repeat(64) });
    const to = address('ok');
    const batch = await ended(await createBatch([{ to, issued }]));
    expect(await only(batch)).toMatchObject({ state: 'failed', error: { code: 'object_missing' } });
    expect(sentTo(to)).toEqual([]);
  });

  it('is delayed while the object store is not the installation’s, and sent once it is again', async () => {
    const readiness = async () => {
      const answer = await fetch(`http://${internal}/readyz`);
      return { code: answer.status, ...((await answer.json()) as object) };
    };
    expect(await readiness()).toMatchObject({ code: 200, checks: { objectStore: 'ok' } });
    const marker = await blobs.read(markerKey);
    await blobs.put(markerKey, Buffer.from('{"objectStoreId":"another"}'));
    const to = address('ok');
    const batch = await createBatch([{ to, issued: await issue() }]);
    try {
      await vi.waitFor(async () => expect((await queue.counts()).email.delayed).toBeGreaterThan(0));
      expect(await readiness()).toMatchObject({
        code: 503,
        checks: { objects: 'ok', objectStore: 'failed' },
      });
      expect(await only(batch)).toMatchObject({ state: 'queued', attempts: 0 });
      expect(sentTo(to)).toEqual([]);
    } finally {
      await blobs.put(markerKey, marker);
    }
    expect(await ended(batch)).toMatchObject({ done: 1, failed: 0 });
    expect(sentTo(to)).toHaveLength(1);
  });

  it('is not sent when revoked meanwhile; when replaced meanwhile, the newer one is sent', async () => {
    const [revoked, old] = [await issue(), await issue('Old')];
    await store.certificates.revoke(tenantId, revoked.certId, { userId: newId(), reason: '' });
    const newer = await issue('New', { studentId: old.studentId });
    const states = await store.certificates.getMany(tenantId, [old.certId, newer.certId]);
    const current = states.find((one) => one.state === 'valid')!;
    const [toRevoked, toOld] = [address('ok'), address('ok')];
    const batch = await ended(
      await createBatch([
        { to: toRevoked, issued: revoked },
        {
          to: toOld,
          issued: states.find((one) => one.state === 'replaced')!._id === old.certId ? old : newer,
        },
      ]),
    );
    const rows = await rowsOf(batch);
    expect(rows[0]).toMatchObject({ state: 'failed', error: { code: 'issued_revoked' } });
    expect(rows[1]).toMatchObject({ state: 'done' });
    expect(sentTo(toRevoked)).toEqual([]);
    expect(sentTo(toOld)[0]!.mail.text).toContain(current._id);
  });
});

/** Backdates the leases of a batch's rows and the next run of the reconciler. */
async function backdate({ _id }: BatchRecord): Promise<void> {
  const { createConnection } = (await import('mongoose')).default;
  const raw = await createConnection(config.MONGO_URL).asPromise();
  const past = new Date(Date.now() - 1_000);
  await raw.collection('batchItems').updateMany({ batchId: _id }, { $set: { leaseUntil: past } });
  await raw.collection('batches').updateOne({ _id: _id as never }, { $set: { reconcileAt: past } });
  await raw.destroy();
}

describe('many certificates', () => {
  it('are each sent once and counted, although others of the batch fail', async () => {
    // Two chunks.
    const issued = await Promise.all(Array.from({ length: 60 }, (_, index) => issue(`Holder ${index}`)));
    const rows = issued.map((one, index) => ({
      to: address(index % 40 === 7 ? 'refuse' : 'ok'),
      issued: one,
    }));
    const batch = await ended(await createBatch(rows));
    const refused = rows.filter(({ to }) => to.startsWith('refuse')).length;
    expect(batch).toMatchObject({ done: 60 - refused, failed: refused });
    for (const { to } of rows) expect(sentTo(to)).toHaveLength(to.startsWith('refuse') ? 0 : 1);
  });

  it('end as unknown when the worker is killed while sending; another worker sends the rest', async () => {
    const rows = [
      { to: address('hold'), issued: await issue() },
      { to: address('ok'), issued: await issue() },
    ];
    const done = await ended(await killWhileSending(() => createBatch(rows)));
    expect(done).toMatchObject({ done: 1, failed: 1 });
    expect((await rowsOf(done))[0]).toMatchObject({ delivery: 'unknown', error: { code: 'email_unknown' } });
    for (const { to } of rows) expect(sentTo(to)).toHaveLength(1);
  });
});

/** Has another worker send a message for a `hold` address, kills it while it waits for the answer and starts a new one. */
async function killWhileSending<Made>(enqueue: () => Promise<Made>): Promise<Made> {
  await worker.close();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      ...backings.env,
      SMTP_URL: `${server.url}?maxConnections=1`,
      ...{ MAIL_FROM: 'certificates@sello.test', DKIM_KEYS_PRIVATE: wrappingKeys.privateKey },
      ...{ PUBLIC_URL: 'https://sello.test', INTERNAL_PORT: '127.0.0.1:0', LOG_LEVEL: 'fatal' },
    },
    stdio: 'inherit',
  });
  try {
    const held = server.held + 1;
    const made = await enqueue();
    await vi.waitFor(() => expect(server.held).toBe(held));
    child.kill('SIGKILL');
    await once(child, 'exit');
    return made;
  } finally {
    child.kill('SIGKILL');
    worker = await createMailWorker(config, { log });
    await worker.start();
  }
}

describe('the letter of an invitation', () =>
  describeInvites(() => ({ store, queue, server, killWhileSending })));

describe('the report of a mistake', () =>
  describeMistakes(() => ({ store, queue, server, tenantId, issue, killWhileSending })));

describe('the mail of an organization', () => {
  const within = async (id: string, run: () => Promise<void>) => {
    const before = tenantId;
    tenantId = id;
    await run().finally(() => {
      tenantId = before;
    });
  };

  it('sets Reply-To only to the verified address of an active member', async () => {
    await addMember(store, tenantId, { email: 'verified@example.test' });
    await addMember(store, tenantId, { email: 'claimed@example.test', emailVerified: false });
    await addMember(store, tenantId, { email: 'blocked@example.test', isBlocked: true });
    const contacts = ['verified', 'claimed', 'blocked', 'victim'].map((name) => `${name}@example.test`);
    const rows = await Promise.all(
      contacts.map(async (contact) => {
        const own = { signingCertificateId: await addSigningCertificate(store, tenantId, contact) };
        return { to: address('ok'), issued: await issue('Ana', own) };
      }),
    );
    await ended(await createBatch(rows));
    const answers = rows.map(({ to }) => sentTo(to)[0]!.mail.replyTo?.value[0]?.address);
    expect(answers).toEqual([contacts[0], undefined, undefined, undefined]);
  });

  const send = async () => {
    const to = address('ok');
    await ended(await createBatch([{ to, issued: await issue('Ana') }]));
    return sentTo(to)[0]!;
  };
  describeOwnLetter(() => ({ store, tenantId, send: async () => (await send()).mail }));

  describe('with a domain of its own', () =>
    describeOwnSender(() => ({ store, tenantId, publicWrappingKey: wrappingKeys.publicKey, send })));

  it('is limited by MAIL_QUOTA when it is confirmed', async () => {
    await within(await openOrganization(store, 'Instituto Confirmado', true), async () => {
      await store.mailAccounts.take(tenantId, 298, { perHour: null, perDay: null });
      const issued = await issue();
      const batch = await ended(
        await createBatch(Array.from({ length: 5 }, () => ({ to: address('ok'), issued }))),
      );
      expect(batch).toMatchObject({ done: 2, failed: 3 });
    });
  });

  it('is limited to twenty an hour when it is not confirmed; further rows fail with mail_quota_reached', async () => {
    await within(await openOrganization(store, 'Instituto Desconocido', false), async () => {
      const issued = await issue();
      const rows = Array.from({ length: 25 }, () => ({ to: address('ok'), issued }));
      const batch = await ended(await createBatch(rows));
      expect(batch).toMatchObject({ done: 20, failed: 5 });
      const codes = (await rowsOf(batch)).flatMap((row) => row.error?.code ?? []);
      expect(codes).toEqual(Array.from({ length: 5 }, () => 'mail_quota_reached'));
      expect(rows.filter(({ to }) => sentTo(to).length === 1)).toHaveLength(20);
      expect(await store.mailAccounts.get(tenantId)).toMatchObject({ hour: { sent: 20 }, day: { sent: 20 } });
    });
  });

  it('is paused when more than a tenth of the last hundred is refused, until it is resumed', async () => {
    await within(await openOrganization(store, 'Instituto Rebotado', true), async () => {
      const issued = await issue();
      await ended(await createBatch(Array.from({ length: 11 }, () => ({ to: address('refuse'), issued }))));
      const { pause } = (await store.mailAccounts.get(tenantId))!;
      expect(pause).toMatchObject({ reason: '11 of the last 11 were refused' });
      const trail = await store.auditLog.list(tenantId);
      expect(trail.items[0]).toMatchObject({ action: 'organizations.pause', actorName: 'Sello' });
      const to = address('ok');
      const paused = await ended(await createBatch([{ to, issued }]));
      expect(await only(paused)).toMatchObject({ state: 'failed', error: { code: 'mail_paused' } });
      await store.mailAccounts.resume(tenantId);
      await ended(await createBatch([{ to, issued }]));
      expect(sentTo(to)).toHaveLength(1);
    });
  });
});
