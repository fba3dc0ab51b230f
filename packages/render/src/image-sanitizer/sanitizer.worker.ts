import { parentPort } from 'node:worker_threads';
import { limits } from '@sello/contracts';
import type { SanitizerReply } from './image-sanitizer.ts';
import { sanitizeImage } from './sanitize-image.ts';
import { ImageRejected } from './sanitized-image.ts';

const port = parentPort!;

port.once('message', (file: Uint8Array<ArrayBuffer>) => {
  // Of this thread alone. It would be held while its pixels are encoded.
  const release = () => void file.buffer.transfer(0);
  sanitizeImage(file, limits.imageBytes, release).then(
    (sanitized) => port.postMessage({ sanitized } satisfies SanitizerReply, ownMemory(sanitized.bytes)),
    (error: unknown) => {
      const rejection =
        error instanceof ImageRejected
          ? error.rejection
          : { kind: 'unreadable' as const, reason: 'damaged' as const };
      port.postMessage({ rejection } satisfies SanitizerReply);
    },
  );
});

/** What can be transferred instead of copied: small buffers share their memory with others. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
