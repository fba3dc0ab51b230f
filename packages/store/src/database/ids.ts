import { createHash, randomBytes } from 'node:crypto';
import { encodeCertId } from '@sello/contracts';

let counter = randomBytes(3).readUIntBE(0, 3);
const machine = randomBytes(5).toString('hex');

/**
 * A new record id: 24 hex characters laid out as MongoDB's ObjectId (seconds, machine, counter), so that ids made one
 * after another sort in that order. Ids are kept as text: what a query gets is never cast.
 */
export function newId(now = Date.now()): string {
  counter = (counter + 1) % 0x1000000;
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, '0');
  return seconds + machine + counter.toString(16).padStart(6, '0');
}

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
