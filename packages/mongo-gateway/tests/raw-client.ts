import { connect, type Socket } from 'node:net';
import { deserialize, serialize } from 'bson';

/** A client that sends arbitrary bytes and reads replies one by one. */
export class RawClient {
  readonly socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #closed = false;
  #wake: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#notify();
    });
    socket.on('close', () => {
      this.#closed = true;
      this.#notify();
    });
    socket.on('error', () => {});
  }

  static async to(port: number): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    const client = new RawClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return client;
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** The document of the next reply; null when the server closed the connection first. */
  async answer(): Promise<Record<string, unknown> | null> {
    for (;;) {
      const length = this.#received.length >= 4 ? this.#received.readInt32LE(0) : Number.POSITIVE_INFINITY;
      if (this.#received.length >= length) {
        const message = this.#received.subarray(0, length);
        this.#received = this.#received.subarray(length);
        return deserialize(message.subarray(message.readInt32LE(12) === 1 ? 36 : 21));
      }
      if (this.#closed) return null;
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    while (!this.#closed) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  async ask(command: object): Promise<Record<string, unknown> | null> {
    this.socket.write(frame(opMsg(serialize(command))));
    return await this.answer();
  }

  end(): void {
    this.socket.destroy();
  }
}

/** An OP_MSG's flags and one body section. */
export function opMsg(body: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(flags, 0);
  return Buffer.concat([head, body]);
}

/** Prepends a message header to a payload; `length` may be wrong on purpose. */
export function frame(payload: Uint8Array, opCode = 2013, length = payload.length + 16): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length, 0);
  header.writeInt32LE(1, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, payload]);
}
