import { Binary } from 'bson';
import type { Body } from './body.ts';
import type { Cursors } from './cursors.ts';
import type { Database, Query, Row } from './database.ts';
import type { Ddl } from './ddl.ts';
import { elementsOf } from './elements.ts';
import type { EngineCrashes } from './engine-crashes.ts';
import { CommandError } from './errors.ts';
import type { Replies } from './replies.ts';
import type { Transactions } from './transactions.ts';

/** The dependencies of all commands. */
export interface Services {
  database: Database;
  cursors: Cursors;
  transactions: Transactions;
  ddl: Ddl;
  replies: Replies;
  crashes: EngineCrashes;
  startedAt: number;
  connections(): number;
}

/** The logical session a command runs in. */
export interface SessionPart {
  /** Hexadecimal form of the session's id. */
  id: string;
  txnNumber: bigint | null;
  inTransaction: boolean;
}

export interface Context extends Services {
  command: string;
  db: string;
  body: Body;
  sequences: Map<string, Buffer>;
  session: SessionPart | null;
  connectionId: number;
  /** Whether a document of the request contains an empty Timestamp, which MongoDB replaces by the current time. */
  emptyTimestamp: boolean;
}

/** A complete BSON document as bytes, or an object to serialize. */
export type Reply = Uint8Array | Record<string, unknown>;
export type Handler = (context: Context) => Promise<Reply> | Reply;

export function readSession(body: Body): SessionPart | null {
  if (!body.has('lsid')) return null;
  const { id } = body.record('lsid');
  const bytes = id instanceof Binary ? id.buffer : id;
  if (!(bytes instanceof Uint8Array) || bytes.length !== 16) {
    throw new CommandError('BadValue', 'lsid.id must be a UUID');
  }
  const number = body.get('txnNumber');
  const txnNumber = typeof number === 'bigint' || typeof number === 'number' ? BigInt(number) : null;
  const inTransaction = body.get('autocommit') === false;
  if (inTransaction && txnNumber === null)
    throw new CommandError('BadValue', 'a transaction needs a txnNumber');
  return { id: Buffer.from(bytes).toString('hex'), txnNumber, inTransaction };
}

/** The id of a retryable write, the same for all retries; null for a command that is not retryable. */
export function retryIdOf(context: Context): string | null {
  const { session } = context;
  return session && session.txnNumber !== null && !session.inTransaction
    ? `${session.id}|${session.txnNumber}`
    : null;
}

/** The collection that a command names in its first field. */
export function collectionOf(context: Context): string {
  const name = context.body.text(context.command);
  if (name === undefined) throw new CommandError('BadValue', `${context.command} must name a collection`);
  if (name === '' || name.startsWith('.') || name.includes('\0')) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${context.db}.${name}'`);
  }
  return name;
}

/** The collection that a command writes to, with its database. */
export const targetOf = (context: Context): string => `${context.db}.${collectionOf(context)}`;

/** Runs `inside` in the session's transaction when the command belongs to one, else `outside`. */
export async function inTransactionOr<T>(
  context: Context,
  inside: (query: Query) => Promise<T>,
  outside: () => Promise<T>,
): Promise<T> {
  const { session } = context;
  if (!session?.inTransaction) return await outside();
  return await context.transactions.run(session.id, session.txnNumber!, inside);
}

/**
 * Runs a statement with the time limit of maxTimeMS.
 * @param writes whether it may change data; a read is retried after the engine crashed
 */
export async function read(
  context: Context,
  sql: string,
  parameters: (string | Uint8Array | null)[],
  writes = false,
): Promise<Row[]> {
  const retryOptions = { afterCrash: !writes };
  const limit = Math.trunc(context.body.number('maxTimeMS') ?? 0);
  return await inTransactionOr(
    context,
    (query) => query(sql, parameters),
    () => {
      const run = async () => {
        await context.replies.room();
        return await (limit > 0
          ? context.database.atomically(async (query) => {
              await query(`SET LOCAL statement_timeout = ${limit}`);
              return await query(sql, parameters);
            }, retryOptions)
          : context.database.query(sql, parameters, retryOptions));
      };
      return context.database.largeResults.run(kindOf(context), run, sizeOf);
    },
  );
}

/** Key for reads of one command, collection and shape, whose results probably have a similar size. */
function kindOf({ command, db, body }: Context): string {
  const collection = body.text(command) ?? body.text('collection') ?? '';
  const filter = body.raw('filter');
  const fields = filter ? elementsOf(filter).map(({ name }) => name) : [];
  return `${command} ${db}.${collection} ${body.number('limit') ?? body.number('batchSize') ?? ''} ${fields.join()}`;
}

/** The size of a result as printed by PostgreSQL, bytes. */
function sizeOf(rows: Row[]): number {
  let bytes = 0;
  for (const value of Object.values(rows[0] ?? {})) if (typeof value === 'string') bytes += value.length;
  return bytes;
}
