import { createHash, randomBytes } from 'node:crypto';
import { encodeCertId } from '@sello/contracts';
import { mongo } from 'mongoose';

/**
 * A new record id: an ObjectId (seconds, process, counter) as 24 hex characters, so that ids made one after another sort
 * in that order. Ids are kept as text: what a query gets is never cast.
 */
export const newId = (): string => new mongo.ObjectId().toHexString();

/**
 * The id of a row that one request makes at a position: the same request gives the same id. It keeps the request's
 * moment in front and the position behind, so that rows sort in their order; the 40 bits between are a hash of the
 * request's id, which sets them apart from ids drawn in the same second.
 */
export function idOfRow(requestId: string, position: number): string {
  const apart = createHash('sha256').update(requestId).digest('hex').slice(0, 10);
  return requestId.slice(0, 8) + apart + position.toString(16).padStart(6, '0');
}

/** A certificate id: 128 random bits, 26 Crockford characters. */
export function newCertId(): string {
  return encodeCertId(randomBytes(16));
}
