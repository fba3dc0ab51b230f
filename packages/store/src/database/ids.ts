import { createHash, randomBytes } from 'node:crypto';
import { encodeCertId } from '@sello/contracts';

/**
 * A new record id: 96 random bits as 24 hex characters. It says nothing of when or where the record was made, and who
 * knows one finds no other by it. Ids are stored as strings, so that no query has to cast them.
 */
export const newId = (): string => randomBytes(12).toString('hex');

/**
 * The id of a row that a request creates at a position; deterministic, so that a retry creates the same id. It begins
 * with 72 bits that are the request's own and ends with the position, so that rows of the same moment sort in their
 * order. Who knows one row's id knows its neighbours': such ids name records, and open none.
 */
export function idOfRow(requestId: string, position: number): string {
  const hash = createHash('sha256').update(requestId).digest('hex').slice(0, 10);
  return requestId.slice(0, 8) + hash + position.toString(16).padStart(6, '0');
}

/** The id of the one record that follows another; deterministic, so that whoever makes it again makes the same. */
export function idAfter(id: string, what: 'emails'): string {
  const hash = createHash('sha256').update(`${what} after ${id}`).digest('hex');
  return id.slice(0, 8) + hash.slice(0, 16);
}

/** What a link carries beside an id, so that it opens something: 128 random bits as 32 hex characters. */
export const newSecret = (): string => randomBytes(16).toString('hex');

/** A certificate id: 128 random bits, 26 Crockford characters. */
export function newCertId(): string {
  return encodeCertId(randomBytes(16));
}
