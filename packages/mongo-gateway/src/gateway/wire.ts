// MongoDB's wire protocol, as far as current drivers use it: OP_MSG for all commands, OP_QUERY for the legacy
// handshake, OP_REPLY as its reply. All integers are little-endian.
import type { Buffer as NodeBuffer } from 'node:buffer';
import { serialize } from 'bson';
import { checkDocument, checkSequence, ProtocolError } from './bson-check.ts';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_COMPRESSED = 2012;
const OP_MSG = 2013;

export const HEADER_BYTES = 16;
export const MAX_MESSAGE_BYTES = 48_000_000;
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const FLAG_CHECKSUM = 1;
const FLAG_MORE_TO_COME = 2;
/** The required flag bits: an unknown one is an error. */
const REQUIRED_FLAGS = 0xffff;

export interface Request {
  requestId: number;
  /** True for the legacy handshake, whose reply is an OP_REPLY. */
  legacy: boolean;
  /** The client expects no reply (write concern 0). */
  silent: boolean;
  body: NodeBuffer;
  /** Document sequences, by the name of the array field they replace. */
  sequences: Map<string, NodeBuffer>;
  /** The database in an OP_QUERY's collection name; OP_MSG has it in the body. */
  database: string | null;
  /** Whether it contains an empty Timestamp. */
  emptyTimestamp: boolean;
}

/** Reads the length from a message header. @throws ProtocolError for lengths outside the limits */
export function messageLength(header: NodeBuffer): number {
  const length = header.readInt32LE(0);
  if (length < HEADER_BYTES + 4 || length > MAX_MESSAGE_BYTES) {
    throw new ProtocolError(`a message of ${length} bytes is not acceptable`);
  }
  return length;
}

/** Parses one complete message, checking every length before use. */
export function parseMessage(message: NodeBuffer): Request {
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(message);
  if (opCode === OP_QUERY) return parseQuery(message);
  if (opCode === OP_COMPRESSED) throw new ProtocolError('compressed messages were not agreed on');
  throw new ProtocolError(`operation code ${opCode} is not supported`);
}

function parseMsg(message: NodeBuffer): Request {
  const flags = message.readUInt32LE(16);
  if ((flags & REQUIRED_FLAGS & ~(FLAG_CHECKSUM | FLAG_MORE_TO_COME)) !== 0) {
    throw new ProtocolError(`message flags ${flags.toString(2)} are not supported`);
  }
  const end = message.length - (flags & FLAG_CHECKSUM ? 4 : 0);
  let body: NodeBuffer | null = null;
  const sequences = new Map<string, NodeBuffer>();
  let at = 20;
  while (at < end) {
    const kind = message[at++];
    if (at + 4 > end) throw new ProtocolError('a section is cut off');
    const size = message.readInt32LE(at);
    if (size < 5 || at + size > end) throw new ProtocolError('a section is longer than its message');
    if (kind === 0) {
      if (body) throw new ProtocolError('a message has two bodies');
      body = message.subarray(at, at + size);
    } else if (kind === 1) {
      const nameEnd = message.indexOf(0, at + 4);
      if (nameEnd < 0 || nameEnd >= at + size) throw new ProtocolError('a document sequence has no name');
      const name = message.toString('utf8', at + 4, nameEnd);
      if (sequences.has(name)) throw new ProtocolError(`the document sequence ${name} comes twice`);
      sequences.set(name, message.subarray(nameEnd + 1, at + size));
    } else {
      throw new ProtocolError(`section kind ${kind} is not supported`);
    }
    at += size;
  }
  if (!body) throw new ProtocolError('a message has no body');
  let { emptyTimestamp } = checkDocument(body);
  for (const documents of sequences.values()) {
    emptyTimestamp = checkSequence(documents).emptyTimestamp || emptyTimestamp;
  }
  return {
    requestId: message.readInt32LE(4),
    legacy: false,
    silent: (flags & FLAG_MORE_TO_COME) !== 0,
    body,
    sequences,
    database: null,
    emptyTimestamp,
  };
}

function parseQuery(message: NodeBuffer): Request {
  const nameEnd = message.indexOf(0, 20);
  if (nameEnd < 0 || nameEnd + 9 + 5 > message.length) throw new ProtocolError('a query is cut off');
  const collection = message.toString('utf8', 20, nameEnd);
  if (!collection.endsWith('.$cmd'))
    throw new ProtocolError('queries in the old form are for the handshake only');
  const at = nameEnd + 9;
  const size = message.readInt32LE(at);
  if (size < 5 || at + size > message.length) throw new ProtocolError('a query is longer than its message');
  const body = message.subarray(at, at + size);
  checkDocument(body);
  return {
    requestId: message.readInt32LE(4),
    legacy: true,
    silent: false,
    body,
    sequences: new Map(),
    database: collection.slice(0, -'.$cmd'.length),
    emptyTimestamp: false,
  };
}

let lastRequestId = 0;

/** Frames a reply: a complete BSON document as bytes, or an object to serialize. */
export function frameReply(request: Request, reply: Uint8Array | Record<string, unknown>): NodeBuffer[] {
  const document = reply instanceof Uint8Array ? reply : serialize(reply, { ignoreUndefined: true });
  const extra = request.legacy ? 20 : 5;
  const head = Buffer.alloc(HEADER_BYTES + extra);
  head.writeInt32LE(head.length + document.length, 0);
  lastRequestId = (lastRequestId + 1) | 0;
  head.writeInt32LE(lastRequestId, 4);
  head.writeInt32LE(request.requestId, 8);
  head.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  // OP_REPLY: flags (await capable), cursor 0, starting from 0, one document. OP_MSG: no flags, one body section.
  if (request.legacy) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return [head, Buffer.from(document.buffer, document.byteOffset, document.length)];
}
