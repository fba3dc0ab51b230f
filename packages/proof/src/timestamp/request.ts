// Requests to a timestamp authority over HTTP (RFC 3161, 2.4.1 and 3.4).
import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@sello/kit';
import { childrenOf, DerError, expectTag, readDer, smallIntegerOf } from '../asn1/der-read.ts';
import { booleanTrue, integer, octetString, oid, sequence } from '../asn1/der-write.ts';
import { OID } from '../asn1/oids.ts';
import { sameBytes } from '../cms/read.ts';
import { checkTimestamp } from './token.ts';

/** Larger than any real response, bytes. */
const MAX_REPLY = 65_536;

/** PKIStatus granted and grantedWithMods. */
const GRANTED = [0, 1];

/**
 * Requests a timestamp token (DER) over `stamped` and verifies it. Returns it with the highest certificate (DER) of the
 * authority's chain in it. `timeout` in ms. Throws AppError `timestamp_failed` when the authority is unreachable, refuses
 * or times out, or when the token is not valid.
 */
export async function requestTimestamp(
  stamped: Uint8Array,
  { url, timeout }: { url: string; timeout: number },
): Promise<{ token: Uint8Array; authority: Uint8Array }> {
  const nonce = randomBytes(16);
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const imprint = sequence(
    sequence(oid(OID.sha256)),
    octetString(createHash('sha256').update(stamped).digest()),
  );
  const query = sequence(integer(1), imprint, integer(nonce), booleanTrue());
  const reply = await post(url, query, timeout);
  const token = tokenOf(reply);
  const { problem, nonce: echoed, chain } = checkTimestamp(token, stamped);
  if (problem) throw failed(problem);
  if (!sameBytes(echoed, nonce)) throw failed('the answer belongs to another request');
  return { token, authority: new Uint8Array(chain?.at(-1)?.raw ?? []) };
}

async function post(url: string, query: Uint8Array, timeout: number): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: new Uint8Array(query),
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) throw failed(`HTTP ${response.status}`);
    return await bounded(response);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw failed('the authority cannot be reached', cause);
  }
}

async function bounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_REPLY) throw failed('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tokenOf(reply: Uint8Array): Uint8Array {
  try {
    const [status, token] = childrenOf(expectTag(readDer(reply), 0x30));
    const [code] = childrenOf(expectTag(status, 0x30));
    const granted = smallIntegerOf(code);
    if (!GRANTED.includes(granted) || !token) throw failed(`refused with status ${granted}`);
    return token.bytes;
  } catch (cause) {
    if (cause instanceof DerError) throw failed('the answer is not a timestamp reply', cause);
    throw cause;
  }
}

function failed(why: string, cause?: unknown): AppError {
  return new AppError('timestamp_failed', { details: { why }, cause });
}
