import type { Socket } from 'node:net';
import { ProtocolError } from './bson-check.ts';
import type { Reply } from './context.ts';
import { CommandError } from './errors.ts';
import { LARGE_BYTES, type LargeMessages } from './intake.ts';
import { frameReply, HEADER_BYTES, messageLength, parseMessage, type Request } from './wire.ts';

/** How long a peer may stand still within a message it began, or with an answer it has not read, ms. */
const STALL_MS = 30_000;

export interface ConnectionOptions {
  socket: Socket;
  large: LargeMessages;
  run(request: Request): Promise<Reply>;
  log(line: string): void;
  /** In place of `STALL_MS`. A message that drips must be there after twice as long. */
  stallMs?: number;
}

/**
 * Serves one connection, one message after the other: the next is read only when the last is answered and its answer
 * taken, so that a client that floods or does not read holds up nobody but itself. Resolves when the connection ends.
 */
export async function serveConnection(options: ConnectionOptions): Promise<void> {
  const { socket, large, run, log, stallMs = STALL_MS } = options;
  socket.setNoDelay(true);
  const reader = new MessageReader(socket);
  try {
    for (;;) {
      const header = await reader.take(HEADER_BYTES, null);
      if (!header) return;
      const length = messageLength(header);
      const isLarge = length >= LARGE_BYTES;
      if (isLarge) await large.enter();
      try {
        const rest = await reader.take(length - HEADER_BYTES, stallMs);
        if (!rest) return;
        const request = parseMessage(Buffer.concat([header, rest], length));
        const reply = await run(request);
        if (!request.silent && !(await send(socket, frameReply(request, reply), stallMs))) return;
      } finally {
        if (isLarge) large.leave();
      }
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    log(`a connection was closed: ${error.message}`);
    const request = { requestId: 0, legacy: false } as Request;
    const refusal = new CommandError('ProtocolError', error.message).toReply();
    await send(socket, frameReply(request, refusal), stallMs);
  } finally {
    socket.destroySoon();
  }
}

/** Writes and waits until the peer has taken it; false when it has gone or takes too long. */
async function send(socket: Socket, chunks: Buffer[], stallMs: number): Promise<boolean> {
  if (socket.destroyed || !socket.writable) return false;
  socket.cork();
  let taken = true;
  for (const chunk of chunks) taken = socket.write(chunk);
  socket.uncork();
  if (taken || socket.writableLength === 0) return true;
  return await new Promise((resolve) => {
    let before = socket.writableLength;
    const done = (result: boolean): void => {
      clearInterval(timer);
      socket.off('drain', drained);
      socket.off('close', closed);
      resolve(result);
    };
    const drained = (): void => done(true);
    const closed = (): void => done(false);
    // A slow reader that still reads is left alone.
    const timer = setInterval(() => {
      if (socket.writableLength < before) before = socket.writableLength;
      else {
        socket.destroy();
        done(false);
      }
    }, stallMs);
    socket.on('drain', drained);
    socket.on('close', closed);
  });
}

/** Reads exact numbers of bytes; the socket is paused while nothing is asked for. */
class MessageReader {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #buffered = 0;
  #ended = false;
  #wake: (() => void) | null = null;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.pause();
    socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#buffered += chunk.length;
      this.#wake?.();
    });
    const end = (): void => {
      this.#ended = true;
      this.#wake?.();
    };
    socket.on('end', end);
    socket.on('close', end);
    socket.on('error', end);
  }

  /**
   * The next `count` bytes, or null when the connection ended, stood still for `stallMs`, or took twice as long in all,
   * before they came.
   */
  async take(count: number, stallMs: number | null): Promise<Buffer | null> {
    const deadline = stallMs === null ? null : performance.now() + 2 * stallMs;
    while (this.#buffered < count) {
      if (this.#ended) return null;
      const before = this.#buffered;
      if (stallMs === null || deadline === null) await this.#more(null);
      else {
        const left = deadline - performance.now();
        if (left <= 0) return null;
        await this.#more(Math.min(stallMs, left));
      }
      if (this.#buffered === before && !this.#ended) return null;
    }
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#buffered);
    const rest = all.subarray(count);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#buffered = rest.length;
    return all.subarray(0, count);
  }

  async #more(stallMs: number | null): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = stallMs === null ? null : setTimeout(resolve, stallMs);
      this.#wake = () => {
        if (timer) clearTimeout(timer);
        resolve();
      };
      this.#socket.resume();
    });
    this.#wake = null;
    this.#socket.pause();
  }
}
