import { deserialize, serialize } from 'bson';
import { arrayElement, trueElement } from './body.ts';
import type { Context } from './context.ts';
import { bsonOf, type Parameter, type Row } from './database.ts';
import { isLostConnection } from './errors.ts';
import { type Outcome, outcomeOf, runSingle, sqlOf, type WriteName } from './single-statement.ts';
import type { Statements } from './statements.ts';
import { writeErrorsOf } from './write-errors.ts';

/** How long the attempt to run all statements together waits for a lock before they run one by one. */
const LOCK_TIMEOUT = '50ms';
const CONFLICT = 112;

/** Running all statements together met another writer; nothing of it was stored. */
class LockConflict extends Error {}

/**
 * Runs a write command of several statements outside a transaction. First all together, which is fast; if that meets
 * another writer, one by one, each in its own transaction, so that no command holds one key while it waits for another. With a retry id both
 * are executed exactly once: the reply is stored with them, and one by one each statement has an id of its own, which
 * DocumentDB stores (it recognizes retries of single statements only).
 */
export async function runMultiple(
  context: Context,
  name: WriteName,
  field: string,
  statements: Statements,
  retryId: string | null,
): Promise<Outcome> {
  try {
    return await allAtOnce(context, name, statements, retryId);
  } catch (error) {
    if (isLostConnection(error)) throw error;
    // Whatever the error was: one by one it either disappears or is the error of one statement.
    return await oneByOne(context, name, field, statements, retryId);
  }
}

async function allAtOnce(
  context: Context,
  name: WriteName,
  statements: Statements,
  retryId: string | null,
): Promise<Outcome> {
  // Ordered, so that a conflicting attempt ends at its first error; inserts keep the requested order mode, because of
  // their duplicates.
  const body = name === 'insert' ? context.body.bytes : context.body.with('ordered', trueElement('ordered'));
  const parameters: Parameter[] = [context.db, body, statements.sequence, null];
  return await context.database.once(async (query) => {
    if (retryId) {
      const claimed = await query(
        'INSERT INTO sello_gateway.replies (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
        [retryId],
      );
      if (claimed.length === 0) {
        const [row] = await query('SELECT reply, success FROM sello_gateway.replies WHERE id = $1', [
          retryId,
        ]);
        const stored = storedOutcome(row);
        if (!stored) throw new LockConflict();
        return stored;
      }
    }
    await query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const outcome = outcomeOf(await query(sqlOf(name), parameters));
    if (!outcome.success && !isFinal(context, name, statements, outcome)) throw new LockConflict();
    if (retryId) await query(STORE, stored(retryId, outcome));
    return outcome;
  });
}

/** Whether the errors would be the same when run one by one. */
function isFinal(context: Context, name: WriteName, statements: Statements, outcome: Outcome): boolean {
  const errors = writeErrorsOf(outcome.result);
  if (errors.some((error) => error.code === CONFLICT)) return false;
  if (errors.some((error) => statements.at(error.index)?.upsert === true)) return false;
  return name === 'insert' || context.body.get('ordered') !== false;
}

const STORE = `INSERT INTO sello_gateway.replies (id, reply, success) VALUES ($1, $2, $3::boolean)
  ON CONFLICT (id) DO UPDATE SET reply = excluded.reply, success = excluded.success`;

function stored(retryId: string, outcome: Outcome): Parameter[] {
  return [retryId, outcome.result.toString('hex'), outcome.success ? 'true' : 'false'];
}

function storedOutcome(row: Row | undefined): Outcome | null {
  const result = bsonOf(row?.reply);
  return result ? { result, success: row?.success === true } : null;
}

async function oneByOne(
  context: Context,
  name: WriteName,
  field: string,
  statements: Statements,
  retryId: string | null,
): Promise<Outcome> {
  // A row without a reply: a retry of this command must not run all statements together over those that were already
  // executed.
  if (retryId) {
    await context.database.query(
      'INSERT INTO sello_gateway.replies (id) VALUES ($1) ON CONFLICT DO NOTHING',
      [retryId],
    );
  }
  let n = 0;
  let nModified = 0;
  const upserted: { index: number; _id: unknown }[] = [];
  const writeErrors: object[] = [];
  for (let index = 0; index < statements.count; index++) {
    const body = context.body.with(field, arrayElement(field, statements.raw(index)));
    const id = retryId === null ? null : `${retryId}|${index}`;
    const upsert = statements.at(index)?.upsert === true;
    const { result } = await runSingle(context, name, body, null, id, upsert);
    const reply = deserialize(result, { promoteValues: false });
    n += Number(reply.n ?? 0);
    nModified += Number(reply.nModified ?? 0);
    for (const entry of (reply.upserted ?? []) as { _id: unknown }[])
      upserted.push({ index, _id: entry._id });
    const errors = writeErrorsOf(result);
    for (const error of errors) writeErrors.push({ ...error, index });
    if (errors.length > 0 && context.body.get('ordered') !== false) break;
  }
  const reply = {
    n,
    ...(name === 'update' ? { nModified } : {}),
    ...(upserted.length > 0 ? { upserted } : {}),
    ...(writeErrors.length > 0 ? { writeErrors } : {}),
    ok: 1,
  };
  const outcome = { result: Buffer.from(serialize(reply)), success: writeErrors.length === 0 };
  if (retryId) await context.database.query(STORE, stored(retryId, outcome));
  return outcome;
}
