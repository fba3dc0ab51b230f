import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Blobs, blobsOptionsFrom, openBlobs } from '@sello/blobs';
import {
  type BatchEvent,
  type CertificateParams,
  type Design,
  type DesignElementInput,
  type DesignInput,
  type EventData,
  isArchiveKind,
  type SigningAlgorithm,
} from '@sello/contracts';
import { builtInTemplates, defineDesign, plainText } from '@sello/design';
import { type Backings, startBackings } from '@sello/dev-stack';
import { createLogger, readConfig, type Service } from '@sello/kit';
import {
  certificatePem,
  generateSigningCertificate,
  generateWrappingKeys,
  sealPrivateKey,
} from '@sello/proof';
import { enqueueChunks, openQueue, type Queue } from '@sello/queue';
import {
  type BatchRecord,
  type NewBatchItem,
  newId,
  openStore,
  type Store,
  type StudentFields,
} from '@sello/store';
import { createRenderWorker, processVariables, type RenderWorkerConfig, variables } from '../src/index.ts';

export const log = createLogger({ service: 'test', level: process.env.TEST_LOG ?? 'silent' });
const params: CertificateParams = {
  reason: 'Course completed',
  location: 'Lima',
  contactInfo: 'mailto:issuing@example.org',
  name: 'Academia Ñandú',
};

export interface Fixture {
  store: Store;
  queue: Queue;
  blobs: Blobs;
  env: Record<string, string>;
  config: RenderWorkerConfig;
  publicWrappingKey: string;
  tenantId: string;
  /** The template of `addStudents`. */
  revisionId: string;
  templateId: string;
  close(): Promise<void>;
}

/**
 * CPU time for one certificate, ms: less than the default, so that a template that takes too much of it on this machine
 * does so on one several times faster.
 */
export const renderBudgetMs = 200;

/**
 * Real backing services, one organization, one template: one line of text, or the most complex one of the built-in catalog,
 * which takes each worker more than a second of CPU to compile.
 */
export async function openFixture({ isComplex = false } = {}): Promise<Fixture> {
  const backings: Backings = await startBackings({ only: ['mongo', 'redis', 'objects'] });
  const keys = generateWrappingKeys();
  const env = {
    ...backings.env,
    PUBLIC_URL: 'https://certificates.example.org',
    SIGNING_KEYS_PRIVATE: keys.privateKey,
    INTERNAL_PORT: '127.0.0.1:0',
    LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
    RENDER_BUDGET_MS: String(renderBudgetMs),
  };
  const config = readConfig(variables, env);
  const store = await openStore({ url: config.MONGO_URL });
  const queue = openQueue({ redisUrl: config.REDIS_URL, log });
  const blobs = openBlobs(blobsOptionsFrom(config));
  const tenant = await store.tenants.create({
    name: 'Academia Ñandú',
    publicName: 'Academia Ñandú',
    owner: { userId: newId(), email: 'owner@example.org', name: 'Ola Owner' },
  });
  wrapping.set(store, keys.publicKey);
  const design = isComplex
    ? withSamples(builtInTemplates('es')[0]!.design)
    : buildDesign([buildText('name', '{{student.fullName}}')]);
  const { templateId, revisionId } = await addTemplate(store, tenant._id, 'Template', design);
  return {
    store,
    queue,
    blobs,
    env,
    config,
    publicWrappingKey: keys.publicKey,
    tenantId: tenant._id,
    templateId,
    revisionId,
    async close() {
      await queue.close();
      await blobs.close();
      await store.close();
      await backings.close();
    },
  };
}

const wrapping = new WeakMap<Store, string>();

/** The design with the samples of its variables of the batch as literal text, so that its batches need no values. */
export function withSamples(design: Design): Design {
  const { variables, ...rest } = design;
  const filled = variables.reduce(
    (json, { name, sample }) => json.replaceAll(`{{${name}}}`, JSON.stringify(sample).slice(1, -1)),
    JSON.stringify(rest),
  );
  return defineDesign(JSON.parse(filled));
}

export async function addTemplate(
  store: Store,
  tenantId: string,
  name: string,
  design: ReturnType<typeof defineDesign>,
): Promise<{ templateId: string; revisionId: string }> {
  const template = await store.templates.create(tenantId, { name, tags: [], design });
  const revision = await store.revisions.freeze(tenantId, template._id);
  return { templateId: template._id, revisionId: revision._id };
}

/** A design of one page with these elements. */
export function buildDesign(
  elements: DesignElementInput[],
  overrides: Partial<DesignInput> = {},
): ReturnType<typeof defineDesign> {
  return defineDesign({
    version: 2,
    pages: [{ id: 'p1', width: 400, height: 300, elements }],
    ...overrides,
  });
}

/** A text of the width of the page. */
export function buildText(id: string, content: string, y = 20): DesignElementInput {
  return {
    ...{ id, type: 'text', x: 20, y, width: 360, height: 40, fontFamily: 'Newsreader', fontSize: 20 },
    paragraphs: plainText(content),
  };
}

export async function addSigningCertificate(
  { store, tenantId }: Pick<Fixture, 'store' | 'tenantId'>,
  algorithm: SigningAlgorithm = 'rsa-2048',
  publicWrappingKey = wrapping.get(store)!,
): Promise<string> {
  const material = await generateSigningCertificate({ algorithm, organization: 'Academia Ñandú', params });
  const _id = newId();
  const sealed = sealPrivateKey(material.privateKeyPkcs8, {
    tenantId,
    keyId: _id,
    publicWrappingKey,
  });
  await store.signingCertificates.create(tenantId, {
    _id,
    name: 'Signing',
    algorithm,
    origin: 'generated',
    subject: material.subject,
    fingerprint: material.fingerprint,
    pem: certificatePem(material.chain),
    params,
    notBefore: material.notBefore,
    expiresAt: material.notAfter,
    createdBy: newId(),
    sealedKey: JSON.stringify(sealed),
  });
  return _id;
}

export function buildStudent(index: number, overrides: Partial<StudentFields> = {}): StudentFields {
  return {
    fullName: `María Ñáñez ${index}`,
    idNumber: `X-${index}`,
    email: undefined,
    country: 'Peru',
    startDate: '2026-03-01',
    endDate: '2026-06-30',
    scoreNumeric: (index % 100) / 10,
    scoreLetter: undefined,
    showScoreLetter: true,
    showScoreNumeric: true,
    templateId: undefined,
    custom: {},
    ...overrides,
  };
}

/** Students as rows of a batch to issue. */
export async function addStudents(
  {
    store,
    tenantId,
    templateId,
    revisionId,
  }: Pick<Fixture, 'store' | 'tenantId' | 'templateId' | 'revisionId'>,
  students: readonly StudentFields[],
): Promise<NewBatchItem[]> {
  await store.students.saveMany(tenantId, { add: students, update: [] });
  const { items } = await store.students.list(tenantId);
  const wanted = new Map(students.map((student) => [student.idNumber, student]));
  return items
    .filter((student) => wanted.has(student.idNumber))
    .map((student) => ({ studentId: student._id, fullName: student.fullName, templateId, revisionId }));
}

/** Creates a batch as the BFF does: writes the rows, then enqueues the chunks. */
export async function createBatch(
  { store, queue, tenantId }: Pick<Fixture, 'store' | 'queue' | 'tenantId'>,
  kind: 'generate' | 'zip' | 'export' | 'import',
  items: readonly NewBatchItem[],
  signingCertificateId?: string,
  values?: Record<string, string>,
  source?: BatchRecord['source'],
): Promise<BatchRecord> {
  const batch = await store.batches.create(tenantId, {
    kind,
    title: 'Test',
    createdBy: newId(),
    items,
    ...{ values, source },
    signing: signingCertificateId ? { method: 'self-signed', signingCertificateId } : undefined,
  });
  const batchId = batch._id;
  const ahead = isArchiveKind(kind) ? 1 : await queue.chunksAhead(kind);
  const chunks = await store.batches.nextChunks(tenantId, batchId, ahead);
  await enqueueChunks(
    queue,
    chunks.map((chunk) => ({ tenantId, batchId, kind, ...chunk })),
  );
  return batch;
}

/** Receives the events of a batch until its end. Every test that issues uses it, so that progress is tested too. */
export async function followBatch(
  { store, queue, tenantId }: Pick<Fixture, 'store' | 'queue' | 'tenantId'>,
  start: () => Promise<BatchRecord>,
  timeoutMs = 300_000,
): Promise<{ batch: BatchRecord; events: BatchEvent[]; changed: EventData<'certificate'>[] }> {
  const events: BatchEvent[] = [];
  const changed: EventData<'certificate'>[] = [];
  const subscription = await queue.subscribe({
    batch: (event) => void events.push(event),
    domain: () => undefined,
    invite: () => undefined,
    certificate: (event) => void changed.push(event),
    preflight: () => undefined,
    mailPause: () => undefined,
  });
  const end = performance.now() + timeoutMs;
  try {
    const { _id } = await start();
    for (;;) {
      const mine = events.filter((event) => event.batchId === _id);
      const last = mine.at(-1);
      if (last && (last.state === 'done' || last.state === 'cancelled')) {
        const batch = await store.batches.get(tenantId, _id);
        if (batch === null) throw new Error('the batch has gone');
        return { batch, events: mine, changed };
      }
      if (performance.now() > end) throw new Error(`no end within ${timeoutMs} ms: ${JSON.stringify(last)}`);
      await sleep(20);
    }
  } finally {
    await subscription.close();
  }
}

export async function startWorker(fixture: Pick<Fixture, 'config'>): Promise<Service> {
  // Does not scrub stored files, so that files damaged by a test stay damaged.
  const worker = await createRenderWorker(fixture.config, {
    ...{ log, filesEveryMs: 60 * 60_000, packsEveryMs: 50 },
  });
  await worker.start();
  return worker;
}

/** A render-worker as a process of its own, as in production. */
export function spawnWorker(env: Record<string, string>, program = '../src/main.ts'): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, program)], {
    env: { ...processVariables, ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export async function killWorker(worker: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, 'exit');
  worker.kill(signal);
  await ended;
}
