import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Blobs, blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { ConfigError, isAppError, readConfig } from '@sello/kit';
import { type CertificateRecord, openStore } from '@sello/store';
import { variables } from './config.ts';

// `npm run export-certificates -- --out DIR [--tenant ID] [--data DIR]`: every issued file as a whole PDF, `DIR/<tenant>/<id>.pdf`,
// each held against the hash it was issued with. Run again it goes on where it stopped. Where the environment names no
// database, the stack that runs on this machine tells of its own in its data folder (`.data`, or --data).
const usage = 'Usage: npm run export-certificates -- --out DIR [--tenant ID] [--data DIR]';

const { MONGO_URL, BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = variables;
const needed = { MONGO_URL, BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY };

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, tenant: { type: 'string' }, data: { type: 'string' } },
  });
  if (values.out === undefined) throw new Error(usage);
  // npm runs scripts in the project's folder; names are meant from where the person stands.
  const stand = process.env.INIT_CWD ?? '.';
  const out = resolve(stand, values.out);
  const config = readConfig(needed, await environmentOf(resolve(stand, values.data ?? '.data')));
  const store = await openStore({
    url: config.MONGO_URL,
    appName: 'export-certificates',
    ensureIndexes: false,
  });
  const blobs = openBlobs(blobsOptionsFrom(config));
  const counts = { written: 0, present: 0, damaged: 0 };
  try {
    const tenantIds = values.tenant ? [values.tenant] : (await store.tenants.listAll()).map(({ _id }) => _id);
    for (const tenantId of tenantIds) {
      const folder = join(out, tenantId);
      await mkdir(folder, { recursive: true });
      for await (const certificate of store.certificates.each(tenantId)) {
        const result = await exportFile(blobs, certificate, join(folder, `${certificate._id}.pdf`));
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

async function environmentOf(dataDir: string): Promise<NodeJS.ProcessEnv> {
  if (process.env.MONGO_URL) return process.env;
  try {
    const told = await readFile(join(dataDir, 'stores.json'), 'utf8');
    return { ...process.env, ...(JSON.parse(told) as Record<string, string>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return process.env;
    throw error;
  }
}

async function exportFile(
  blobs: Blobs,
  { prefix, pack, size, hash }: CertificateRecord,
  file: string,
): Promise<'written' | 'present' | 'damaged'> {
  const existing = await stat(file).catch(() => undefined);
  if (existing?.size === size) return 'present';
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w');
  const sum = createHash('sha256');
  try {
    const parts = [{ key: prefix.key, offset: 0, length: prefix.size }, pack];
    for await (const chunk of blobs.concat(parts)) {
      sum.update(chunk as Buffer);
      await handle.write(chunk as Buffer);
    }
  } catch (error) {
    if (!isAppError(error, 'object_missing')) throw error;
    return 'damaged';
  } finally {
    await handle.close();
  }
  // A damaged file keeps its telling name, so that nobody takes it for the certificate.
  if (sum.digest('hex') !== hash) return 'damaged';
  await rename(unfinished, file);
  return 'written';
}

try {
  process.exitCode = await run();
} catch (error) {
  const isPlain = error instanceof ConfigError || (error instanceof Error && error.message === usage);
  console.error(isPlain ? (error as Error).message : error);
  process.exitCode = 2;
}
