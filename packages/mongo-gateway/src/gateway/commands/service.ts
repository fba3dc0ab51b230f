import { hostname } from 'node:os';
import { Binary } from 'bson';
import type { Context, Handler } from '../context.ts';
import { CommandError } from '../errors.ts';
import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES } from '../wire.ts';
import { discard } from './reads.ts';

/** The version of MongoDB that is emulated, and its wire version. */
const VERSION = '7.0.0';
const WIRE_VERSION = 21;

/**
 * The handshake. The gateway presents itself as a mongos: drivers then use sessions, transactions and retryable writes
 * without monitoring the members of a replica set.
 */
const hello: Handler = (context) => ({
  ...(context.command === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
  helloOk: true,
  msg: 'isdbgrid',
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: 30,
  connectionId: context.connectionId,
  minWireVersion: 0,
  maxWireVersion: WIRE_VERSION,
  readOnly: false,
  ok: 1,
});

const ping: Handler = async (context) => {
  await context.database.query('SELECT 1');
  return { ok: 1 };
};

const buildInfo: Handler = () => ({
  version: VERSION,
  versionArray: [...VERSION.split('.').map(Number), 0],
  gitVersion: 'sello-mongo-gateway',
  modules: [],
  bits: 64,
  debug: false,
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  storageEngines: ['documentdb'],
  ok: 1,
});

const serverStatus: Handler = (context) => ({
  host: hostname(),
  version: VERSION,
  process: 'sello-mongo-gateway',
  pid: process.pid,
  uptime: Math.round((Date.now() - context.startedAt) / 1000),
  localTime: new Date(),
  connections: { current: context.connections() },
  metrics: { cursor: { open: { total: context.cursors.size } } },
  mem: { resident: Math.round(process.memoryUsage.rss() / 1024 / 1024), bits: 64, supported: true },
  ok: 1,
});

const connectionStatus: Handler = () => ({
  authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] },
  ok: 1,
});

function sessionIds(context: Context): string[] {
  const list = context.body.get(context.command);
  if (!Array.isArray(list))
    throw new CommandError('TypeMismatch', `${context.command} needs an array of sessions`);
  return list.map((entry: { id?: unknown }) => {
    if (!(entry?.id instanceof Binary)) throw new CommandError('BadValue', 'a session is named by its UUID');
    return Buffer.from(entry.id.buffer).toString('hex');
  });
}

const endSessions: Handler = async (context) => {
  for (const session of sessionIds(context)) {
    await context.transactions.endSession(session);
    await discard(context, context.cursors.ofSession(session, false));
  }
  return { ok: 1 };
};

const refreshSessions: Handler = () => ({ ok: 1 });

const startSession: Handler = () => ({
  id: { id: new Binary(crypto.getRandomValues(new Uint8Array(16)), Binary.SUBTYPE_UUID) },
  timeoutMinutes: 30,
  ok: 1,
});

function transactionOf(context: Context): [string, bigint] {
  const { session } = context;
  if (!session?.inTransaction)
    throw new CommandError('InvalidOptions', `${context.command} belongs in a transaction`);
  return [session.id, session.txnNumber!];
}

const commitTransaction: Handler = async (context) => {
  await context.transactions.commit(...transactionOf(context));
  return { ok: 1 };
};

const abortTransaction: Handler = async (context) => {
  await context.transactions.abort(...transactionOf(context));
  return { ok: 1 };
};

export const service = {
  hello,
  isMaster: hello,
  ismaster: hello,
  ping,
  buildInfo,
  buildinfo: buildInfo,
  serverStatus,
  connectionStatus,
  endSessions,
  killSessions: endSessions,
  refreshSessions,
  startSession,
  commitTransaction,
  abortTransaction,
};
