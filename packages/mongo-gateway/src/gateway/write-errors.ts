import { deserialize } from 'bson';
import type { Context, Reply } from './context.ts';
import { describeWriteError, type IndexName } from './duplicate-key.ts';
import { codeOfState, unpackState } from './error-table.ts';
import type { Statements } from './statements.ts';

type Doc = Record<string, unknown>;

export const DUPLICATE = 11000;
/**
 * Beyond this size of texts the errors of one reply keep only their codes, as in MongoDB, because the reply must fit
 * into a message.
 */
const MAX_TEXT_BYTES = 1024 * 1024;

export interface WriteError {
  index: number;
  code: number;
  errmsg: string;
}

/** The errors in DocumentDB's reply to a write command, with MongoDB's codes. */
export function writeErrorsOf(result: Buffer): WriteError[] {
  const errors = (deserialize(result).writeErrors ?? []) as WriteError[];
  return errors.map((error) => ({
    ...error,
    code: error.code > 0xffffff ? codeOfState(unpackState(error.code)) : error.code,
  }));
}

/** The reply with its write errors in MongoDB's form. */
export async function withWriteErrors(
  context: Context,
  collection: string,
  statements: Statements,
  result: Buffer,
): Promise<Reply> {
  const described: Doc[] = [];
  const indexes = new Map<string, Promise<IndexName>>();
  let textBytes = 0;
  for (const { index, code, errmsg: said } of writeErrorsOf(result)) {
    let entry: { errmsg: string; extra: Doc } = { errmsg: said, extra: {} };
    if (code === DUPLICATE) {
      const statement = statements.at(index);
      const document = context.command === 'insert' ? statement : statement && upsertedDocument(statement);
      entry = await describeWriteError(context, collection, said, document, indexes);
    }
    textBytes += entry.errmsg.length;
    if (textBytes > MAX_TEXT_BYTES) described.push({ index, code, errmsg: '' });
    else described.push({ index, code, errmsg: entry.errmsg, ...entry.extra });
  }
  // Values keep their exact types, so that an upserted _id is returned unchanged.
  return { ...deserialize(result, { promoteValues: false }), writeErrors: described };
}

/** The document that an upsert would have inserted, as far as its statement determines it. */
function upsertedDocument(statement: Doc): Doc {
  const query = (statement.q ?? {}) as Doc;
  const update = (statement.u ?? {}) as Doc;
  if (Array.isArray(update)) return query;
  const isReplacement = !Object.keys(update)[0]?.startsWith('$');
  if (isReplacement) return { ...update, _id: update._id ?? query._id };
  return { ...query, ...(update.$setOnInsert as Doc), ...(update.$set as Doc) };
}
