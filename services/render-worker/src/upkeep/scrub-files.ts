import { hash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { type FileCheck, serviceLimits } from '@sello/contracts';
import { isAppError, times } from '@sello/kit';
import { createVerifier, fileCheckOf, nameOfTrustList, readTrustList } from '@sello/proof';
import type { CertificateRecord, CheckedCertificate, Store } from '@sello/store';
import { sha256OfKey } from '../object-keys.ts';
import { repairPrefix, type ScrubDependencies } from './scrub.ts';

export interface FileScrubContext extends ScrubDependencies {
  store: Pick<Store, 'certificates' | 'timestampAuthorities'>;
  /** Whether generate or zip jobs are queued or active in any worker. */
  isBusy: () => Promise<boolean>;
}

/** Files per step while busy, only those overdue by a day. */
const filesWhileBusy = 10;
/** Files between two checks whether the workers are busy. */
const filesPerPass = 25;
const maxFilesPerStep = 5_000;
const cachedObjects = 8;

/**
 * Returns a function that runs one step: verifies stored files, the longest overdue first, and stores the result with
 * each certificate, so that a look-up does not have to verify. For a missing or damaged file the stored result is
 * removed, so that a look-up reads the file itself, and the damage is logged and counted. The file is not marked as lost:
 * the operator, who may have a backup, decides that (`check-store --repair`). Batches have priority: while any worker
 * generates certificates or a zip, only files overdue by a day are checked. The step returns the number of files checked.
 */
export function createFileScrub(
  context: FileScrubContext,
): (signal: AbortSignal, now?: Date) => Promise<number> {
  const verifier = createVerifier();
  return async (signal, now = new Date()) => {
    const deadline = performance.now() + times.scrubStepMs;
    let checked = 0;
    for (;;) {
      signal.throwIfAborted();
      const isBusy = await context.isBusy();
      const limit = isBusy ? filesWhileBusy : filesPerPass;
      const by = isBusy ? new Date(now.getTime() - times.scrubOverdueMs) : now;
      const due = await context.store.certificates.acrossTenants.filesDue(limit, by);
      await scrub(context, verifier, due, now);
      checked += due.length;
      if (isBusy || due.length < limit || checked >= maxFilesPerStep || performance.now() > deadline)
        return checked;
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
  const prefixes = memoizeRecent((key: string) => readPrefix(context, key));
  const packs = memoizeRecent((key: string) => readObject(context.blobs, key));
  const checked: CheckedCertificate[] = [];
  const recheckAt = new Date(at.getTime() + times.damagedAgainMs);

  for (const certificate of due.toSorted((one, other) => (one.pack.key < other.pack.key ? -1 : 1))) {
    const { prefix, pack, fileCheck } = certificate;
    const [start, tails] = await Promise.all([prefixes(prefix.key), packs(pack.key)]);
    const tail = tails?.subarray(pack.offset, pack.offset + pack.length);
    const bytes = start && tail && Buffer.concat([start, tail]);
    if (bytes === undefined || hash('sha256', bytes) !== certificate.hash) {
      // Its pack was rewritten since the certificate was read, or it was erased: the next step checks what there is.
      if (!(await hasPlace(store, certificate))) continue;
      // A damaged prefix is reported once by itself, not for each of its thousands of files.
      if (start !== undefined) reportDamage(context, certificate);
      checked.push({ certificate, check: null, dueAt: recheckAt });
      continue;
    }
    const options = { timestampAuthorities: list, client: certificate.tenantId };
    const check = isValidatedElsewhere(fileCheck, trustList)
      ? { ...fileCheck, at }
      : fileCheckOf(await verifier.verify(bytes, options), { at, trustList });
    checked.push({ certificate, check, dueAt: new Date(at.getTime() + serviceLimits.fileCheckMs) });
  }

  await store.certificates.acrossTenants.keepFileChecks(checked);
}

async function hasPlace(
  { certificates }: Pick<Store, 'certificates'>,
  { tenantId, _id, pack }: CertificateRecord,
): Promise<boolean> {
  return (await certificates.get(tenantId, _id))?.pack.key === pack.key;
}

function reportDamage({ metrics, log }: FileScrubContext, { _id, tenantId, pack }: CertificateRecord): void {
  metrics.damaged('file');
  log.error(
    { tenantId, certId: _id, key: pack.key },
    'a stored file is missing or does not match the issued hash',
  );
}

/**
 * Whether the timestamp was validated with another trust list, such as the operator's TSA_TRUST, which this process does
 * not have. The result is kept, as the bytes are the same; a reader with another list sees from the list's name that it
 * was not validated with theirs.
 */
function isValidatedElsewhere(check: FileCheck | undefined, trustList: string): check is FileCheck {
  const timestamp = check?.signature?.timestamp;
  return timestamp !== undefined && timestamp.trustList !== trustList;
}

/** `undefined` when it is missing or damaged beyond repair; a damaged one is repaired first if possible. */
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

/** Caches the last 8 values, because files that follow each other share prefix and pack. */
function memoizeRecent<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    if (known.size > cachedObjects) known.delete(known.keys().next().value!);
    return value;
  };
}
