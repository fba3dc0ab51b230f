import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@sello/kit/thread-priority';
import type { SanitizerReply } from './image-sanitizer.ts';
import { sanitizeImage } from './sanitize-image.ts';
import { ImageRejected } from './sanitized-image.ts';

lowerThreadPriority();
const port = parentPort!;

port.once('message', (file: Uint8Array) => {
  sanitizeImage(file).then(
    (sanitized) => port.postMessage({ sanitized } satisfies SanitizerReply, ownMemory(sanitized.bytes)),
    (error: unknown) => {
      const rejection =
        error instanceof ImageRejected
          ? error.rejection
          : { kind: 'unreadable' as const, reason: String(error) };
      port.postMessage({ rejection } satisfies SanitizerReply);
    },
  );
});

/** What can be transferred instead of copied: small buffers share their memory with others. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
