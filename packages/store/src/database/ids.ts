import { createHash, randomBytes } from 'node:crypto';
import { encodeCertId } from '@sello/contracts';
import { mongo } from 'mongoose';

/**
 * A new record id: an ObjectId (seconds, process, counter) as 24 hex characters, so that ids sort by creation. Ids are
 * stored as strings, so that no query has to cast them.
 */
export const newId = (): string => new mongo.ObjectId().toHexString();

/**
 * The id of a row that a request creates at a position; deterministic, so that a retry creates the same id. It begins
 * with the time of the request's id and ends with the position, so that rows sort in their order; the 40 bits between
 * are a hash of the request's id, which separates them from other ids of the same second.
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

/** A certificate id: 128 random bits, 26 Crockford characters. */
export function newCertId(): string {
  return encodeCertId(randomBytes(16));
}
