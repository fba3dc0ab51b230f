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
  let fail: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined);
  archive.on('error', (error) => abort(error));
  archive.on('warning', (error) => abort(error));
  // archiver brings a stream class of its own, which the S3 client does not take.
  pipeline(archive as unknown as Readable, stream, (error) => {
    if (error) fail(error);
  });

  function abort(error: Error): void {
    fail(error);
    archive.abort();
    stream.destroy(error);
  }

  return {
    stream,
    async add(name, pieces, modifiedAt) {
      const written = new Promise<void>((resolve) => archive.on('entry', once(archive, resolve)));
      archive.append(Readable.from(pieces, { objectMode: false }), { name, date: modifiedAt });
      await Promise.race([written, failure]);
    },
    async finish() {
      await Promise.race([archive.finalize(), failure]);
    },
    abort,
  };
}

function once(archive: ZipArchive, resolve: () => void): () => void {
  const listener = (): void => {
    archive.off('entry', listener);
    resolve();
  };
  return listener;
}
