import { Transform } from 'node:stream';
import { times } from '@sello/kit';
import type { Request, RequestHandler } from 'express';

/**
 * Minimum average rate after the first `times.uploadStallMs`, bytes per second; a slow mobile connection is several times
 * faster.
 */
const minRate = 16 * 1024;
/**
 * Maximum rate of one upload after the first `burstBytes`, bytes per second: 100 Mbit/s. Faster uploads would block the
 * event loop, and the thread that checks files, for other calls.
 */
const maxRate = 12 * 1024 * 1024;
const burstBytes = 4 * 1024 * 1024;

/** A stream that limits a body to `maxRate`. */
export function createThrottle(): Transform {
  const startedAt = performance.now();
  let taken = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      const dueMs = ((taken - burstBytes) / maxRate) * 1_000 - (performance.now() - startedAt);
      if (dueMs < 10) done(null, chunk);
      else setTimeout(() => done(null, chunk), dueMs);
    },
  });
}

/**
 * Monitors the rate of a request body. Calls `tooSlow` once when it stalls or stays below the minimum rate; time in which
 * the request is paused by backpressure does not count. Returns a function that stops monitoring.
 */
export function watchRate(request: Request, tooSlow: () => void): () => void {
  const { socket } = request;
  const before = socket.bytesRead;
  let received = 0;
  let ownMs = 0;
  let silentMs = 0;
  // Checks are counted, not the clock: while this process itself does nothing, what the client sends waits for it.
  const timer = setInterval(() => {
    // All has come: what the connection does now belongs to another request.
    if (request.complete) return end();
    if (request.isPaused()) {
      silentMs = 0;
      return;
    }
    const now = socket.bytesRead - before;
    ownMs += times.uploadCheckMs;
    silentMs = now > received ? 0 : silentMs + times.uploadCheckMs;
    received = now;
    const isStalled = silentMs >= times.uploadStallMs;
    if (isStalled || (ownMs > times.uploadStallMs && received < (minRate * ownMs) / 1_000)) {
      end();
      tooSlow();
    }
  }, times.uploadCheckMs);
  const end = () => clearInterval(timer);
  return end;
}

/**
 * What is left of a body once its request was answered is read and discarded, so that a client that first sends everything gets
 * the answer; one that stalls or is too slow loses the connection.
 */
export const watchRest: RequestHandler = (request, response, next) => {
  response.once('finish', () => {
    if (request.complete) return;
    const end = watchRate(request, () => request.socket.destroy());
    request.once('end', end).once('close', end);
  });
  next();
};
