import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between clients and a gateway and can keep back the answer to a commit: the gateway has committed, and no
 * client was told.
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
    const server = createServer((client) => this.#join(client));
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }

  /** Keeps back the next answer to a commit, calls `onCut` and closes that client's connection. Once. */
  cutNextCommit(onCut: () => void): void {
    this.#onCut = onCut;
  }

  #join(client: Socket): void {
    const server = connect(this.#gatewayPort(), '127.0.0.1');
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
    // A driver sends its next message only after the answer, so what comes back first belongs to the commit.
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
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server?.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
