// The room that a file keeps for a token which is not there yet: its length must be known before it is signed.

/** Room for the first token of an authority, bytes: those of public authorities with their chain take 3,000 to 7,000. */
export const largestTimestampRoom = 12_288;
/**
 * Rooms are multiples of it. They are part of the form by which a signature of ours is recognized, so that it can be
 * neither changed nor given a value that does not divide the largest one.
 */
const step = 256;
/** What the next token may take more than the last ones: numbers and signatures of varying length. */
const margin = 256;
/** An authority behind one address may be several, whose chains differ. */
const remembered = 8;
const mostAuthorities = 100;

/** What the tokens of one authority took lately, for all signers of this process. */
export interface TimestampRoom {
  /** Bytes to keep for the next token. */
  readonly size: number;
  /** Notes what a token took. */
  took(bytes: number): void;
}

const rooms = new Map<string, TimestampRoom>();

export function timestampRoom(url: string): TimestampRoom {
  let room = rooms.get(url);
  if (!room) {
    if (rooms.size >= mostAuthorities) rooms.clear();
    const lately: number[] = [];
    room = {
      get size() {
        if (lately.length === 0) return largestTimestampRoom;
        return Math.min(Math.ceil((Math.max(...lately) + margin) / step) * step, largestTimestampRoom);
      },
      took(bytes) {
        lately.push(bytes);
        if (lately.length > remembered) lately.shift();
      },
    };
    rooms.set(url, room);
  }
  return room;
}

/** Whether one of ours keeps so many bytes for a token. */
export function isTimestampRoom(bytes: number): boolean {
  return bytes > 0 && bytes <= largestTimestampRoom && bytes % step === 0;
}
