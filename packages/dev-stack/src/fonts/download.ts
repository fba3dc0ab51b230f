import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { FontPack } from '@sello/design/fonts';
import { npm } from './npm.ts';

export interface DownloadOptions {
  signal: AbortSignal;
  /** `done` in bytes. */
  progress(done: number): void;
  /** Delays before each retry, ms. */
  pauses?: readonly number[];
}

const retryDelays = [1_000, 5_000, 15_000];
/** A download times out when no data arrives for this long, ms. */
const idleTimeoutMs = 30_000;

/**
 * Downloads a pack's archive into `file` and resumes an earlier partial download. The URL comes from npm, because only
 * npm knows the configured registry; when the URL requires npm's authentication, npm downloads the archive. Throws
 * Error when every retry fails.
 */
export async function downloadPack(pack: FontPack, file: string, options: DownloadOptions): Promise<void> {
  const spec = `${pack.package}@${pack.version}`;
  const cwd = dirname(file);
  const { signal, pauses = retryDelays } = options;
  const address = await npm(['view', spec, 'dist.tarball'], { cwd, signal });
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (await downloadFrom(address, file, pack.size, options)) return;
      break;
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === pauses.length) throw error;
      await pause(pauses[attempt], undefined, { signal });
    }
  }
  const packed = await npm(['pack', spec, '--pack-destination', cwd], { cwd, signal });
  await rename(join(cwd, packed.split('\n').at(-1) as string), file);
}

/** Returns false when the server requires authentication. */
async function downloadFrom(
  address: string,
  file: string,
  size: number,
  { signal, progress }: DownloadOptions,
): Promise<boolean> {
  let done = (await stat(file).catch(() => null))?.size ?? 0;
  if (done > size) {
    await rm(file);
    done = 0;
  }
  if (done === size) return true;
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Error('the download timed out')), idleTimeoutMs);
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, idle.signal]),
      headers: done > 0 ? { range: `bytes=${done}-` } : {},
    });
    if (response.status === 401 || response.status === 403) return false;
    if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
    const continues =
      response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${done}-`);
    if (!continues) done = 0;
    const body = Readable.fromWeb(response.body);
    body.on('data', (chunk: Buffer) => {
      done += chunk.length;
      timer.refresh();
      progress(done);
    });
    await pipeline(body, createWriteStream(file, { flags: continues ? 'a' : 'w' }));
    if (done !== size) throw new Error(`the server sent ${done} of ${size} bytes`);
    return true;
  } finally {
    clearTimeout(timer);
  }
}
