import { createServer, type Socket } from 'node:net';
import { deleteCursors, discard } from './commands/reads.ts';
import { serveConnection } from './connection.ts';
import type { Services } from './context.ts';
import { Cursors } from './cursors.ts';
import { Database } from './database.ts';
import { Ddl } from './ddl.ts';
import { dispatch } from './dispatch.ts';
import { EngineCrashes } from './engine-crashes.ts';
import { LargeMessages } from './large-messages.ts';
import { Replies } from './replies.ts';
import { createTables, purgeTables } from './tables.ts';
import { Transactions } from './transactions.ts';
import { GUARD_SCHEMA, guardUniqueIndexes } from './unique-guard.ts';

const LOOPBACK = '127.0.0.1';
const MAX_CONNECTIONS = 1_000;
const SWEEP_MS = 10_000;

export interface Gateway {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves MongoDB's wire protocol on the loopback address, over connections to PostgreSQL. It listens on no other
 * address, because there is no authentication.
 */
export async function startGateway(options: {
  socketFolder: string;
  socketPort: number;
  port: number;
  log: (line: string) => void;
}): Promise<Gateway> {
  const { log } = options;
  const database = new Database(options.socketFolder, options.socketPort, log);
  await createTables(database);
  await database.query(GUARD_SCHEMA);
  await database.use((query) => guardUniqueIndexes(query, false));
  const inBackground = (work: Promise<unknown>): void => {
    work.catch((error: Error) => log(`housekeeping failed: ${error.message}`));
  };
  const cursors = new Cursors((ids) => inBackground(deleteCursors(database, ids)));
  const replies = new Replies();
  const transactions = new Transactions(database, (session) =>
    inBackground(discard({ database, cursors }, cursors.ofSession(session, true))),
  );
  const sockets = new Set<Socket>();
  const services: Services = {
    database,
    cursors,
    transactions,
    ddl: new Ddl(database),
    replies,
    crashes: new EngineCrashes(),
    startedAt: Date.now(),
    connections: () => sockets.size,
  };

  const large = new LargeMessages();
  let lastConnectionId = 0;
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: false }, (socket) => {
    const connectionId = ++lastConnectionId;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const run = (request: Parameters<typeof dispatch>[1]) => dispatch(services, request, connectionId, log);
    serveConnection({ socket, large, replies, run, log }).catch((error: Error) => {
      log(`a connection failed: ${error.stack ?? error.message}`);
      socket.destroy();
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: LOOPBACK, port: options.port, exclusive: true, backlog: 1_024 }, resolve);
  });

  let sweeps = 0;
  const sweep = async (): Promise<void> => {
    await transactions.sweep(Date.now());
    await discard({ database, cursors }, cursors.idle(Date.now()));
    if (sweeps++ % 30 === 0) await purgeTables(database);
  };
  const timer = setInterval(() => inBackground(sweep()), SWEEP_MS);
  timer.unref();

  return {
    port: (server.address() as { port: number }).port,
    close: async () => {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      await transactions.close();
      await database.close();
    },
  };
}
