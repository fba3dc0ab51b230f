import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import yauzl from 'yauzl';

/** The files of a zip by their names, read with yauzl, which checks their sizes and CRCs; a name stands there only once. */
export function readFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (openError, zip) => {
      if (openError) return reject(openError);
      const files = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry: yauzl.Entry) => {
        // Files of certificates are stored as they are.
        if (entry.fileName.endsWith('.pdf')) expect(entry.compressionMethod).toBe(0);
        zip.openReadStream(entry, async (error, stream) => {
          if (error) return reject(error);
          if (files.has(entry.fileName))
            return reject(new Error(`${entry.fileName} is in the archive twice`));
          files.set(entry.fileName, await buffer(stream));
          zip.readEntry();
        });
      });
      zip.readEntry();
    });
  });
}
