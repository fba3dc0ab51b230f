import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StackContext } from '../context.ts';
import type { Backing } from '../providers.ts';

/** A host that does not answer within this time counts as unreachable, ms. */
const PROBE = 2_500;

/** The path of an installed mongod that can be run, or null. */
export async function installedMongod(): Promise<string | null> {
  const run = promisify(execFile);
  const path = await run('/bin/sh', ['-c', 'command -v mongod']).catch(() => null);
  const program = path?.stdout.trim();
  if (!program) return null;
  return run(program, ['--version']).then(
    () => program,
    () => null,
  );
}

/** Whether the download server of mongodb-memory-server responds quickly from this machine. */
export async function canDownload(): Promise<boolean> {
  const { MongoBinaryDownloadUrl } = await import(
    'mongodb-memory-server-core/lib/util/MongoBinaryDownloadUrl.js'
  );
  const { resolveConfig, ResolveConfigVariables } = await import(
    'mongodb-memory-server-core/lib/util/resolveConfig.js'
  );
  try {
    const version = resolveConfig(ResolveConfigVariables.VERSION) ?? '';
    const url = await new MongoBinaryDownloadUrl({
      version,
      platform: platform(),
      arch: arch(),
    }).getDownloadUrl();
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(PROBE) });
    return response.ok;
  } catch {
    // There is no build for this system, or the host cannot be reached.
    return false;
  }
}

/** Starts a real mongod as a replica set of one member: the given program, or one that is downloaded once. */
export async function startMongod(
  context: StackContext,
  database: string,
  program: string | null,
): Promise<Backing> {
  const { MongoMemoryReplSet } = await import('mongodb-memory-server-core');
  const dbPath = join(context.dataDir, 'mongod');
  await mkdir(dbPath, { recursive: true, mode: 0o700 });
  context.report.progress('MongoDB', program === null ? 'download of mongod' : 'mongod');
  const port = await context.ports.take('mongo');
  const downloadDir = join(context.cacheDir, 'mongod');
  const server = await MongoMemoryReplSet.create({
    binary: program === null ? { downloadDir } : { systemBinary: program, checkMD5: false },
    instanceOpts: [{ port, dbPath, storageEngine: 'wiredTiger' }],
    replSet: { name: 'sello', count: 1 },
  });
  return {
    env: { MONGO_URL: `mongodb://127.0.0.1:${port}/${database}?replicaSet=sello` },
    close: async () => void (await server.stop({ doCleanup: false })),
  };
}
