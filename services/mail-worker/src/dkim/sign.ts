// DKIM signatures (RFC 6376): rsa-sha256, relaxed/relaxed. nodemailer canonicalizes; its own signer would run the RSA
// operation on the event loop, where five messages at a time hold up each other's connections.
import { type KeyObject, sign } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import MessageParser, { type Header } from 'nodemailer/lib/dkim/message-parser';
import RelaxedBody from 'nodemailer/lib/dkim/relaxed-body';
import dkim from 'nodemailer/lib/dkim/sign';

const signAsync = promisify(sign);

export interface DkimKey {
  /** Of the sender's address, so that a message that passes is aligned for DMARC. */
  domain: string;
  selector: string;
  privateKey: KeyObject;
}

/**
 * The fields that are signed where they are there. Each is named once more than it occurs (RFC 6376, 8.15), so that none
 * can be added on the way without breaking the signature.
 */
const signedFields = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-language',
  'auto-submitted',
];

/**
 * The message (RFC 5322) with a signature before its header. It is held in memory, because the signature precedes the body
 * that it covers; an error of `input` ends the result with the same error.
 */
export function signMessage(input: Readable, key: DkimKey): Readable {
  return Readable.from(signedParts(input, key), { objectMode: false });
}

async function* signedParts(input: Readable, key: DkimKey): AsyncGenerator<Buffer> {
  const parser = new MessageParser();
  const hasher = new RelaxedBody({ hashAlgo: 'sha256' });
  let headers: Header[] = [];
  let bodyHash = '';
  parser.once('headers', (parsed: Header[]) => {
    headers = parsed;
  });
  hasher.once('hash', (hash: string) => {
    bodyHash = hash;
  });
  const body: Buffer[] = [];
  await pipeline(input, parser, hasher, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) body.push(chunk);
  });
  yield Buffer.from(await signatureField(headers, bodyHash, key), 'latin1');
  yield parser.rawHeaders as Buffer;
  yield* body;
}

/** The field `DKIM-Signature`, with its line end. */
async function signatureField(
  headers: readonly Header[],
  bodyHash: string,
  { domain, selector, privateKey }: DkimKey,
): Promise<string> {
  const relaxed = dkim.relaxedHeaders([...headers], signedFields.join(':'));
  const tags = [
    'v=1',
    'a=rsa-sha256',
    'c=relaxed/relaxed',
    `d=${domain}`,
    `s=${selector}`,
    `h=${relaxed.fieldNames}: ${signedFields.join(':')}`,
    `bh=${bodyHash}`,
    'b=',
  ].join('; ');
  const toSign = `${relaxed.headers}dkim-signature:${tags}`;
  const signature = await signAsync('sha256', Buffer.from(toSign, 'latin1'), privateKey);
  const lines = signature.toString('base64').match(/.{1,74}/g) ?? [];
  // A fold counts as the one space that was signed.
  return `DKIM-Signature: ${tags.replaceAll(' ', '\r\n ')}${lines.join('\r\n ')}\r\n`;
}
