import { PassThrough, pipeline, Readable } from 'node:stream';
import { ZipArchive } from 'archiver';

/** A zip being written: entries go in one after the other, bytes come out of `stream`. */
export interface ZipWriter {
  readonly stream: Readable;
  /** Resolves when the entry's bytes have gone out; so the archive is never held in memory. */
  add(name: string, pieces: readonly Uint8Array[], modifiedAt: Date): Promise<void>;
  /** Writes the directory and ends the stream. */
  finish(): Promise<void>;
  /** Ends the stream with an error; whoever waits in `add` or `finish` gets it. */
  abort(error: Error): void;
}

/**
 * Entries are stored, not deflated: a PDF's streams are deflated already. They are given as streams, because archiver
 * takes a Buffer whole, whatever the reader's pace. Beyond 65,535 entries or 4 GiB the archive is a ZIP64.
 */
export function createZipWriter(): ZipWriter {
  const archive = new ZipArchive({ store: true });
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  let failure: Error | undefined;
  // One waits at a time. A race against one long promise of failure would keep every entry in memory.
  let waiting: PromiseWithResolvers<void> | undefined;

  function abort(error: Error): void {
    if (failure !== undefined) return;
    failure = error;
    waiting?.reject(error);
    archive.abort();
    stream.destroy(error);
  }

  async function settled(start: (resolve: () => void) => void): Promise<void> {
    if (failure !== undefined) throw failure;
    waiting = Promise.withResolvers();
    start(waiting.resolve);
    await waiting.promise;
  }

  archive.on('error', abort);
  archive.on('warning', abort);
  archive.on('entry', () => waiting?.resolve());
  // archiver brings a stream class of its own, which the S3 client does not take.
  pipeline(archive as unknown as Readable, stream, (error) => {
    if (error) abort(error);
  });

  return {
    stream,
    add: (name, pieces, modifiedAt) =>
      settled(() => {
        archive.append(Readable.from(pieces, { objectMode: false }), { name, date: modifiedAt });
      }),
    finish: () => settled((resolve) => archive.finalize().then(resolve, abort)),
    abort,
  };
}
