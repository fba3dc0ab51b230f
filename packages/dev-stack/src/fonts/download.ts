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
  progress(done: number): void;
  /** Pauses between tries, ms. */
  pauses?: readonly number[];
}

const pausesBetweenTries = [1_000, 5_000, 15_000];
/** A connection that says nothing for so long is given up, ms. */
const silenceMs = 30_000;

/**
 * Fetches a pack's archive into `file`, going on where an earlier try ended. The address is npm's answer, since npm alone
 * knows the registry of this machine; where that address cannot be read without npm's sign-in, npm fetches the archive.
 */
export async function downloadPack(pack: FontPack, file: string, options: DownloadOptions): Promise<void> {
  const spec = `${pack.package}@${pack.version}`;
  const cwd = dirname(file);
  const { signal, pauses = pausesBetweenTries } = options;
  const address = await npm(['view', spec, 'dist.tarball'], { cwd, signal });
  for (let round = 0; ; round += 1) {
    try {
      if (await downloadFrom(address, file, pack.size, options)) return;
      break;
    } catch (error) {
      signal.throwIfAborted();
      if (round === pauses.length) throw error;
      await pause(pauses[round], undefined, { signal });
    }
  }
  const packed = await npm(['pack', spec, '--pack-destination', cwd], { cwd, signal });
  await rename(join(cwd, packed.split('\n').at(-1) as string), file);
}

/** False when the server wants more than an address. */
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
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('the server fell silent')), silenceMs);
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, silence.signal]),
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
