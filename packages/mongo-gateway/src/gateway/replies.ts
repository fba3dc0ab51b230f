import type { Socket } from 'node:net';

/**
 * Replies are written to the socket in parts of this size, so that a client that reads slowly is seen to make progress.
 */
const PART_BYTES = 256 * 1024;
/** Limit for the total bytes of unread replies; beyond it reads wait and clients that do not read are disconnected. */
const UNREAD_BYTES = 96 * 1024 * 1024;
/** How long a client may take for one part while the limit is exceeded, ms. */
const PRESSED_STALL_MS = 1_000;
const RELIEF_MS = 100;

interface Unread {
  socket: Socket;
  bytes: number;
  movedAt: number;
}

/**
 * The replies that are being sent. A connection has one at a time, because its next request is read only when the
 * client has taken the last reply. Their total size is limited: beyond the limit no further read begins, and clients
 * that stopped reading are disconnected, so that they block nobody and the memory is available to those who read.
 */
export class Replies {
  readonly #unread = new Set<Unread>();
  readonly #limit: number;
  #bytes = 0;
  #waiting: (() => void)[] = [];
  #relief: NodeJS.Timeout | null = null;

  constructor(limit = UNREAD_BYTES) {
    this.#limit = limit;
  }

  /** Bytes of replies that clients have not taken yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when the total is within the limit. */
  async room(): Promise<void> {
    while (this.#bytes > this.#limit) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Disconnects clients that do not read, repeatedly, until the rest is within the limit. */
  #relieve(): void {
    this.#relief ??= setInterval(() => {
      const now = performance.now();
      let bytes = this.#bytes;
      for (const unread of this.#unread) {
        if (bytes <= this.#limit) break;
        if (now - unread.movedAt <= PRESSED_STALL_MS) continue;
        unread.socket.destroy();
        bytes -= unread.bytes;
      }
      if (this.#bytes > this.#limit) return;
      clearInterval(this.#relief!);
      this.#relief = null;
    }, RELIEF_MS);
  }

  /**
   * Writes a reply and waits until the client has taken it; false when the connection ended or stalled for `stallMs`.
   */
  async send(socket: Socket, chunks: Buffer[], stallMs: number): Promise<boolean> {
    if (socket.destroyed || !socket.writable) return false;
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const unread: Unread = { socket, bytes, movedAt: performance.now() };
    this.#unread.add(unread);
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) this.#relieve();
    try {
      for (const part of partsOf(chunks)) {
        socket.cork();
        for (const chunk of part) socket.write(chunk);
        socket.uncork();
        if (socket.writableLength > 0 && !(await drained(socket, stallMs))) return false;
        const sent = part.reduce((sum, chunk) => sum + chunk.length, 0);
        unread.bytes -= sent;
        unread.movedAt = performance.now();
        this.#free(sent);
      }
      return true;
    } finally {
      this.#unread.delete(unread);
      this.#free(unread.bytes);
    }
  }

  #free(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes <= this.#limit) for (const resume of this.#waiting.splice(0)) resume();
  }
}

/** Splits a reply into parts; a small one is a single part. */
function* partsOf(chunks: Buffer[]): Generator<Buffer[]> {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (bytes <= PART_BYTES) {
    yield chunks;
    return;
  }
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PART_BYTES) yield [chunk.subarray(at, at + PART_BYTES)];
  }
}

/** Whether the client took what was written; false when it closed the connection or stalled. */
async function drained(socket: Socket, stallMs: number): Promise<boolean> {
  if (socket.destroyed) return false;
  return await new Promise((resolve) => {
    const done = (result: boolean): void => {
      clearTimeout(timer);
      socket.off('drain', taken);
      socket.off('close', gone);
      resolve(result);
    };
    const taken = (): void => done(true);
    const gone = (): void => done(false);
    const timer = setTimeout(() => {
      socket.destroy();
      done(false);
    }, stallMs);
    socket.on('drain', taken);
    socket.on('close', gone);
  });
}
