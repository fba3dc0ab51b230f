import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { createLogger } from '@sello/kit';
import { verifyPdf } from '@sello/proof';
import type { CertificateRecord, Store } from '@sello/store';
import mongoose from 'mongoose';
import { continueErasure, type ErasingContext } from '../src/erasing/erase.ts';
import type { Fixture } from './fixture.ts';

const log = createLogger({ service: 'test', level: process.env.TEST_LOG ?? 'silent' });

/** The write before or after which a worker dies, counted from 1 over database and object store. */
export interface Death {
  at: number;
  when: 'before' | 'after';
}

class Died extends Error {}

interface Life {
  writes: number;
  isOver: boolean;
  death: Death | undefined;
  die: () => never;
}

const current = new AsyncLocalStorage<Life>();
const die = (): never => {
  throw new Died('the worker died');
};

async function counted<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  const life = current.getStore();
  if (life === undefined) return write();
  if (life.isOver) return life.die();
  life.writes++;
  const isNow = life.writes === life.death?.at;
  if (isNow && life.death?.when === 'before') {
    life.isOver = true;
    return life.die();
  }
  const answer = await write();
  if (isNow) {
    life.isOver = true;
    life.die();
  }
  return answer;
}

const writing = [
  ...([
    'insertOne',
    'insertMany',
    'updateOne',
    'updateMany',
    'deleteOne',
    'deleteMany',
    'bulkWrite',
  ] as const),
  'findOneAndUpdate',
] as const;
const collection = mongoose.mongo.Collection.prototype as unknown as Record<
  string,
  (...args: unknown[]) => Promise<unknown>
>;
for (const name of writing) {
  const real = collection[name]!;
  collection[name] = function (this: unknown, ...args: unknown[]) {
    return counted(() => real.apply(this, args));
  };
}

/** Runs a task that dies at a write. Returns how many writes it made, and whether it died. */
export async function live(
  task: () => Promise<unknown>,
  death?: Death,
  how: () => never = die,
): Promise<{ writes: number; hasDied: boolean }> {
  const life: Life = { writes: 0, isOver: false, death, die: how };
  try {
    await current.run(life, task);
  } catch (error) {
    if (!life.isOver) throw error;
  }
  return { writes: life.writes, hasDied: life.isOver };
}

/** A worker that erases, without the pauses before a pack is deleted. */
export function erasingContext(
  { store, blobs }: Pick<Fixture, 'store' | 'blobs'>,
  more: Partial<ErasingContext> = {},
): ErasingContext {
  return {
    store,
    blobs: {
      ...blobs,
      put: (key, body) => counted(() => blobs.put(key, body)),
      delete: (key) => counted(() => blobs.delete(key)),
    },
    objectStore: { check: async () => undefined },
    progress: { settle: (tenantId, batchId) => store.batches.count(tenantId, batchId) },
    log,
    packGraceMs: 0,
    readerGraceMs: 0,
    ...more,
  };
}

/** The call, and then a worker's runs until nothing is left to do. */
export async function eraseFully(context: ErasingContext, store: Store, tenantId: string, studentId: string) {
  if ((await store.erasures.begin(tenantId, studentId)) === null) return;
  await store.erasures.eraseRecords(tenantId, studentId);
  await finishErasure(context, store, tenantId, studentId);
}

export async function finishErasure(
  context: ErasingContext,
  store: Store,
  tenantId: string,
  studentId: string,
): Promise<void> {
  for (let run = 0; run < 10; run++) {
    const erasure = await store.erasures.get(tenantId, studentId);
    if (erasure === null || erasure.rounds > 0) return;
    await continueErasure(context, erasure, new Date());
  }
  throw new Error('the erasure does not come to its end');
}

/** The stored bytes of a file, where its record says they are. */
export async function fileOf(blobs: Blobs, { prefix, pack }: CertificateRecord): Promise<Buffer> {
  const parts = [blobs.read(prefix.key), blobs.read(pack.key, { range: pack })];
  return Buffer.concat(await Promise.all(parts));
}

/** What is wrong with these certificates; with `isFull` their signatures are verified as well. */
export async function faultsOf(
  { store, blobs, tenantId }: Pick<Fixture, 'store' | 'blobs' | 'tenantId'>,
  issued: readonly CertificateRecord[],
  isFull = false,
): Promise<string[]> {
  const faults: string[] = [];
  const now = await store.certificates.getMany(
    tenantId,
    issued.map((one) => one._id),
  );
  const byId = new Map(now.map((one) => [one._id, one]));
  for (const before of issued) {
    const one = byId.get(before._id);
    if (one?.state !== 'valid' || one.hash !== before.hash || one.fileState !== undefined) {
      faults.push(
        `${before._id}: its record is ${one?.state ?? 'gone'}, its file ${one?.fileState ?? 'kept'}`,
      );
      continue;
    }
    const bytes = await fileOf(blobs, one).catch(() => Buffer.alloc(0));
    if (hash('sha256', bytes) !== before.hash)
      faults.push(`${before._id}: its bytes are not the issued ones`);
    else if (isFull) {
      const { outcome } = await verifyPdf(bytes);
      if (outcome !== 'intact') faults.push(`${before._id}: its signature is ${outcome}`);
    }
  }
  return faults;
}

/** A finished zip with the file. */
export async function addZip(
  { store, blobs, tenantId }: Pick<Fixture, 'store' | 'blobs' | 'tenantId'>,
  { _id: certId, studentId, printed }: CertificateRecord,
  tail: Buffer,
): Promise<void> {
  const items = [{ certId, studentId, fullName: printed.holder }];
  const batch = await store.batches.create(tenantId, { kind: 'zip', title: '', createdBy: 'test', items });
  await store.batches.nextChunks(tenantId, batch._id, 1);
  const held = await store.batches.takeBatchLease(tenantId, batch._id, { owner: 'w', leaseMs: 60_000 });
  const key = `archives/${tenantId}/${batch._id}-0.zip`;
  await blobs.put(key, tail);
  const keptUntil = new Date(Date.now() + 3_600_000);
  const download = { key, fileName: 'f.zip', size: tail.length, keptUntil };
  await store.batches.finishUnderBatchLease(tenantId, batch._id, held!.fence, [{ index: 0, state: 'done' }]);
  await store.batches.setDownload(tenantId, batch._id, held!.fence, download);
  await store.batches.count(tenantId, batch._id);
}

/** What is left of an erased certificate anywhere. */
export async function remainsOf(
  { store, blobs, tenantId, config }: Pick<Fixture, 'store' | 'blobs' | 'tenantId' | 'config'>,
  erased: CertificateRecord,
  tail: Buffer,
  marks: readonly string[] = [],
): Promise<string[]> {
  const remains: string[] = [];
  const { byHash, byCertId } = store.erasures.acrossTenants;
  for (const kept of [await byHash(erased.hash), await byCertId(erased._id)]) {
    if (kept?._id !== erased._id || kept.tenantId !== tenantId) remains.push('its erasure is not recorded');
  }
  for await (const { key } of blobs.list('')) {
    const bytes = await blobs.read(key).catch(() => Buffer.alloc(0));
    if (bytes.includes(tail)) remains.push(key);
  }
  const raw = await mongoose.createConnection(config.MONGO_URL).asPromise();
  try {
    for (const { name } of await raw.listCollections()) {
      const rows = await raw.collection(name).find().toArray();
      const text = JSON.stringify(rows);
      for (const mark of [erased.printed.holder, ...marks]) if (text.includes(mark)) remains.push(name);
    }
  } finally {
    await raw.destroy();
  }
  return remains;
}
