import { createHash } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrThrow } from '../tree/command.ts';
import { takeLock } from '../tree/lock.ts';
import type { EngineTree } from '../tree/tree.ts';
import {
  initCluster,
  prepareDatabase,
  type RunAs,
  shortPath,
  syncCluster,
  writeSettings,
} from './cluster.ts';
import { Postmaster } from './postmaster.ts';
import { endMarked } from './processes.ts';
import { cleanupScript } from './watchdog.ts';

const WAIT_MS = 10 * 60_000;

/**
 * A cluster that contains the extension, created once per engine and user and copied for every new data folder:
 * creating one takes longer than the rest of a first start.
 */
export async function clusterTemplate(
  tree: EngineTree,
  as: RunAs,
  log: (line: string) => void,
): Promise<string> {
  const template = `${tree.root}.template-${as.uid ?? process.getuid?.()}`;
  const exists = async (): Promise<boolean> => (await stat(template).catch(() => null)) !== null;
  if (await exists()) return template;
  const mark = `sello-template-${createHash('sha256').update(template).digest('hex').slice(0, 16)}`;
  const lock = await takeLock(`${template}.lock`, WAIT_MS, cleanupScript(mark));
  if (!lock) throw new Error(`Another process has been preparing ${template} for ten minutes.`);
  try {
    if (!(await exists())) await makeTemplate(template, mark, tree, as, log);
    return template;
  } finally {
    await lock.release();
  }
}

async function makeTemplate(
  template: string,
  mark: string,
  tree: EngineTree,
  as: RunAs,
  log: (line: string) => void,
): Promise<void> {
  const making = `${template}.making`;
  await endMarked(mark, 0);
  const bin = join(tree.root, `usr/lib/postgresql/${tree.major}/bin`);
  await initCluster(making, bin, as);
  await writeSettings(making, as);
  const link = await shortPath(making);
  const logFile = `${template}.log`;
  const postmaster = new Postmaster({
    cluster: making,
    bin,
    as,
    mark,
    logFile,
    socketFolder: link.folder,
    log,
  });
  try {
    await postmaster.start();
    await prepareDatabase(link.folder);
  } finally {
    await postmaster.stop();
    await link.remove();
  }
  await rm(logFile, { force: true });
  await syncCluster(making, bin, as);
  await rename(making, template);
}

/** Copies the template to a data folder's cluster, atomically. */
export async function copyTemplate(template: string, cluster: string): Promise<void> {
  const making = `${cluster}.making`;
  await rm(making, { recursive: true, force: true });
  await runOrThrow('Copying the prepared data folder', 'cp', ['-a', '--reflink=auto', template, making]);
  await rename(making, cluster);
}
