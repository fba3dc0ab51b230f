import type { Socket } from 'node:net';
import { ProtocolError } from './bson-check.ts';
import type { Reply } from './context.ts';
import { CommandError } from './errors.ts';
import { type ByteSource, LARGE_BYTES, type LargeMessages } from './large-messages.ts';
import type { Replies } from './replies.ts';
import { frameReply, HEADER_BYTES, messageLength, parseMessage, type Request } from './wire.ts';

/** How long a client may stall within a message, or with a response that it has not read, ms. */
const STALL_MS = 30_000;

export interface ConnectionOptions {
  socket: Socket;
  large: LargeMessages;
  replies: Replies;
  run(request: Request): Promise<Reply>;
  log(line: string): void;
  /** Default `STALL_MS`. A message that arrives slowly must be complete after twice this time. */
  stallMs?: number;
}

/**
 * Serves one connection, one message at a time: the next is read only after the response to the last was sent and taken
 * by the client, so that a client that floods or does not read blocks only itself. Resolves when the connection ends.
 */
export async function serveConnection(options: ConnectionOptions): Promise<void> {
  const { socket, large, replies, run, log, stallMs = STALL_MS } = options;
  socket.setNoDelay(true);
  const reader = new MessageReader(socket);
  try {
    for (;;) {
      const header = await reader.take(HEADER_BYTES, null);
      if (!header) return;
      const length = messageLength(header);
      const isLarge = length >= LARGE_BYTES;
      if (isLarge && !(await large.receive(reader, length - HEADER_BYTES, stallMs))) return;
      let request: Request;
      let reply: Reply;
      try {
        const rest = await reader.take(length - HEADER_BYTES, stallMs);
        if (!rest) return;
        request = parseMessage(Buffer.concat([header, rest], length));
        reply = await run(request);
      } finally {
        // Released before the response is sent, because that takes as long as the client needs to read it.
        if (isLarge) large.leave();
      }
      if (!request.silent && !(await replies.send(socket, frameReply(request, reply), stallMs))) return;
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    log(`a connection was closed: ${error.message}`);
    const request = { requestId: 0, legacy: false } as Request;
    const refusal = new CommandError('ProtocolError', error.message).toReply();
    await replies.send(socket, frameReply(request, refusal), stallMs);
  } finally {
    socket.destroySoon();
  }
}

/** Reads exact numbers of bytes; the socket is paused while none are requested. */
class MessageReader implements ByteSource {
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

  /** The next `count` bytes; null when the connection ended, stalled for `stallMs`, or took twice as long in total. */
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

  buffered(): number {
    return this.#buffered;
  }

  async more(waitMs: number): Promise<boolean> {
    if (this.#ended) return false;
    const before = this.#buffered;
    await this.#more(waitMs);
    return this.#buffered > before || !this.#ended;
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
