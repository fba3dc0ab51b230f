import { createHash } from 'node:crypto';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Blobs, blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { isAppError, readConfig } from '@sello/kit';
import { type CertificateRecord, openStore, type Store, withCurrentPack } from '@sello/store';
import { CommandRefused, environmentOf, pathGiven, runCommand, storeVariables } from './operator-command.ts';

// `npm run export-certificates -- --out DIR [--tenant ID] [--data DIR]`: writes every issued file as a complete PDF,
// `DIR/<tenant>/<id>.pdf`, after comparing it with the hash it was issued with. Run again, it skips existing files.
// Without a database in the environment, the settings of the stack that runs on this machine are read from its data
// folder (`.data`, or --data).
const usage = 'Usage: npm run export-certificates -- --out DIR [--tenant ID] [--data DIR]';

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, tenant: { type: 'string' }, data: { type: 'string' } },
  });
  if (values.out === undefined) throw new CommandRefused(usage);
  const out = pathGiven(values.out);
  const config = readConfig(storeVariables, await environmentOf(values.data));
  const store = await openStore({
    url: config.MONGO_URL,
    appName: 'export-certificates',
    ensureIndexes: false,
  });
  const blobs = openBlobs(blobsOptionsFrom(config));
  const counts = { written: 0, present: 0, damaged: 0, erased: 0 };
  try {
    const tenantIds = values.tenant ? [values.tenant] : (await store.tenants.listAll()).map(({ _id }) => _id);
    for (const tenantId of tenantIds) {
      const folder = join(out, tenantId);
      await mkdir(folder, { recursive: true });
      for await (const certificate of store.certificates.each(tenantId)) {
        const result = await exportFile(
          blobs,
          store.certificates,
          certificate,
          join(folder, `${certificate._id}.pdf`),
        );
        counts[result]++;
        if (result === 'damaged') console.error(`${certificate._id}: the stored file is missing or damaged`);
      }
    }
  } finally {
    await blobs.close();
    await store.close();
  }
  console.log(
    `${counts.written} written, ${counts.present} there already, ${counts.damaged} damaged: ${out}`,
  );
  return counts.damaged > 0 ? 1 : 0;
}

async function exportFile(
  blobs: Blobs,
  certificates: Store['certificates'],
  certificate: CertificateRecord,
  file: string,
): Promise<'written' | 'present' | 'damaged' | 'erased'> {
  const { prefix, size, hash } = certificate;
  const existing = await stat(file).catch(() => undefined);
  if (existing?.size === size) return 'present';
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w');
  const sum = createHash('sha256');
  try {
    // Read first: it may have been moved to another pack since the certificate was read.
    const tail = await withCurrentPack(certificates, certificate, ({ pack }) =>
      blobs.read(pack.key, { range: pack }),
    );
    for await (const chunk of blobs.concat([{ key: prefix.key, offset: 0, length: prefix.size }])) {
      sum.update(chunk as Buffer);
      await handle.write(chunk as Buffer);
    }
    sum.update(tail);
    await handle.write(tail);
  } catch (error) {
    if (isAppError(error, 'issued_not_found')) return 'erased';
    if (!isAppError(error, 'object_missing')) throw error;
    return 'damaged';
  } finally {
    await handle.close();
  }
  // A damaged file keeps its `.unfinished` name, so that it cannot be mistaken for the certificate.
  if (sum.digest('hex') !== hash) return 'damaged';
  await rename(unfinished, file);
  return 'written';
}

await runCommand(run);
