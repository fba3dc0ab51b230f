import { parentPort } from 'node:worker_threads';
import type { SanitizerReply } from './font-sanitizer.ts';
import { FontRejected, sanitizeFont } from './sanitize-font.ts';

const port = parentPort!;

port.once('message', (file: Uint8Array) => {
  sanitizeFont(file).then(
    (sanitized) => port.postMessage({ sanitized } satisfies SanitizerReply),
    (error: unknown) => {
      const rejection =
        error instanceof FontRejected
          ? error.rejection
          : { kind: 'unreadable' as const, reason: 'damaged' as const };
      port.postMessage({ rejection } satisfies SanitizerReply);
    },
  );
});
