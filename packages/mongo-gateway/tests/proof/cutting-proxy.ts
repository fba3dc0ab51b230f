import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A proxy between clients and a gateway that can withhold the reply to a commit: the gateway has committed, but no
 * client gets the reply.
 */
export class CuttingProxy {
  readonly #gatewayPort: () => number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #onCut: (() => void) | null = null;

  constructor(gatewayPort: () => number) {
    this.#gatewayPort = gatewayPort;
  }

  get url(): string {
    const address = this.#server?.address() as { port: number };
    return `mongodb://127.0.0.1:${address.port}/`;
  }

  async start(): Promise<void> {
    const server = createServer({ pauseOnConnect: true }, (client) => void this.#join(client));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }

  /** Withholds the next reply to a commit, calls `onCut` and closes that client's connection. Once. */
  cutNextCommit(onCut: () => void): void {
    this.#onCut = onCut;
  }

  /**
   * A connection made while the gateway is down waits for it: if it were accepted and closed at once, the driver could
   * miss that and wait for a reply for ever.
   */
  async #reach(client: Socket): Promise<Socket | null> {
    while (!client.destroyed) {
      const server = connect(this.#gatewayPort(), '127.0.0.1');
      const isThere = await new Promise<boolean>((resolve) => {
        server.once('connect', () => resolve(true));
        server.once('error', () => resolve(false));
      });
      if (isThere) return server;
      await pause(50);
    }
    return null;
  }

  async #join(client: Socket): Promise<void> {
    this.#sockets.add(client);
    client.on('error', () => {});
    client.once('close', () => this.#sockets.delete(client));
    const server = await this.#reach(client);
    if (!server) return;
    let commits = false;
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    if (client.destroyed) end();
    // A driver sends its next message only after the reply, so the first reply belongs to the commit.
    client.on('data', (chunk: Buffer) => {
      commits = chunk.includes('commitTransaction');
      server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      const cut = commits ? this.#onCut : null;
      if (!cut) {
        client.write(chunk);
        return;
      }
      this.#onCut = null;
      cut();
      end();
    });
    client.resume();
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server?.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
