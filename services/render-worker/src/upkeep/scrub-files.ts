import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { type FileCheck, limits } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { createVerifier, fileCheckOf, nameOfTrustList, readTrustList } from '@sello/proof';
import type { CertificateRecord, CheckedCertificate, Store } from '@sello/store';
import { sha256OfKey } from '../object-keys.ts';
import { repairPrefix, type ScrubDependencies } from './scrub.ts';

export interface FileScrubContext extends ScrubDependencies {
  store: Pick<Store, 'certificates' | 'timestampAuthorities'>;
  /** Is somebody waiting for certificates or a zip, of any worker? */
  isBusy: () => Promise<boolean>;
}

/** In one step while somebody waits, and only of those that have been due for a day. */
const besideOthers = 10;
const longDueMs = 24 * 60 * 60_000;
/** Before it is asked again whether somebody waits. */
const filesAtOnce = 25;
const filesInStep = 5_000;
const stepMs = 4_000;
const heldObjects = 8;
/** A file that is not what was issued is looked at again after this, ms. */
const damagedAgainMs = 60 * 60_000;

/**
 * Reads and checks kept files in turns, the longest due first, and keeps with each certificate what was found, so that
 * a look-up need not. Of a file that is missing or not what was issued nothing is said any longer: a look-up reads it
 * and tells what it is, and the operator is told. To give a file up is theirs to decide (`check-store --repair`), who
 * may have a backup. Batches come first: while certificates or a zip are made anywhere nothing is checked, unless it has
 * waited for a day. Answers how many files it looked at.
 */
export function createFileScrub(
  context: FileScrubContext,
): (signal: AbortSignal, now?: Date) => Promise<number> {
  const verifier = createVerifier();
  return async (signal, now = new Date()) => {
    const end = performance.now() + stepMs;
    let read = 0;
    for (;;) {
      signal.throwIfAborted();
      const isBusy = await context.isBusy();
      const limit = isBusy ? besideOthers : filesAtOnce;
      const by = isBusy ? new Date(now.getTime() - longDueMs) : now;
      const due = await context.store.certificates.acrossTenants.filesDue(limit, by);
      await scrub(context, verifier, due, now);
      read += due.length;
      if (isBusy || due.length < limit || read >= filesInStep || performance.now() > end) return read;
    }
  };
}

async function scrub(
  context: FileScrubContext,
  verifier: ReturnType<typeof createVerifier>,
  due: readonly CertificateRecord[],
  at: Date,
): Promise<void> {
  if (due.length === 0) return;
  const { store } = context;
  const pinned = await store.timestampAuthorities.list();
  const list = pinned.flatMap(({ pem }) => readTrustList(pem));
  const trustList = nameOfTrustList(list);
  const prefixes = onceEach((key: string) => readPrefix(context, key));
  const packs = onceEach((key: string) => readObject(context.blobs, key));
  const checked: CheckedCertificate[] = [];
  const again = new Date(at.getTime() + damagedAgainMs);

  for (const certificate of due.toSorted((one, other) => (one.pack.key < other.pack.key ? -1 : 1))) {
    const { prefix, pack, fileCheck } = certificate;
    const [start, tails] = await Promise.all([prefixes(prefix.key), packs(pack.key)]);
    const tail = tails?.subarray(pack.offset, pack.offset + pack.length);
    const bytes = start && tail && Buffer.concat([start, tail]);
    if (bytes === undefined || hash('sha256', bytes) !== certificate.hash) {
      // Of a prefix thousands hang: it is reported and counted by itself.
      if (start !== undefined) reportDamage(context, certificate);
      checked.push({ certificate, check: null, dueAt: again });
      continue;
    }
    const options = { timestampAuthorities: list, client: certificate.tenantId };
    const check = isValidatedElsewhere(fileCheck, trustList)
      ? { ...fileCheck, at }
      : fileCheckOf(await verifier.verify(bytes, options), { at, trustList });
    checked.push({ certificate, check, dueAt: new Date(at.getTime() + limits.fileCheckMs) });
  }

  await store.certificates.acrossTenants.keepFileChecks(checked);
}

function reportDamage({ metrics, log }: FileScrubContext, { _id, tenantId, pack }: CertificateRecord): void {
  metrics.damaged('file');
  log.error({ tenantId, certId: _id, key: pack.key }, 'a kept file is missing or not what was issued');
}

/**
 * A timestamp that was validated by a list that this process does not have, the operator's TSA_TRUST: the same bytes keep
 * that verdict, and whoever has another list sees that it is not theirs.
 */
function isValidatedElsewhere(check: FileCheck | undefined, trustList: string): check is FileCheck {
  const timestamp = check?.signature?.timestamp;
  return timestamp !== undefined && timestamp.trustList !== trustList;
}

/** `undefined` when it is missing or damaged; a damaged one is looked after at once. */
async function readPrefix(context: FileScrubContext, key: string): Promise<Buffer | undefined> {
  const bytes = await readObject(context.blobs, key);
  if (bytes === undefined || hash('sha256', bytes) === sha256OfKey(key)) return bytes;
  return (await repairPrefix(context, key)) ? readObject(context.blobs, key) : undefined;
}

async function readObject(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  try {
    return await blobs.read(key);
  } catch (error) {
    if (isAppError(error, 'object_missing')) return undefined;
    throw error;
  }
}

/** Read once for files that follow each other, and few of them held at a time. */
function onceEach<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    if (known.size > heldObjects) known.delete(known.keys().next().value!);
    return value;
  };
}
