import { Slots } from './slots.ts';

/** Messages of at least this size count as large. */
export const LARGE_BYTES = 1024 * 1024;
/** How many large messages may be received or processed concurrently: 4 × 48 MB at most. */
const LARGE_AT_ONCE = 4;
/** A message flows when this many bytes arrive within one sample: 4 MB/s. */
const FLOW_BYTES = 1024 * 1024;
const SAMPLE_MS = 250;
/** Limit for the total bytes of parked messages; beyond it the one parked longest is dropped. */
const PARKED_BYTES = 96 * 1024 * 1024;

/** The source of a message's bytes. */
export interface ByteSource {
  /** The number of bytes received so far. */
  buffered(): number;
  /** Waits for more bytes, at most `waitMs`; false when the connection has ended. */
  more(waitMs: number): Promise<boolean>;
}

/** A message that stopped flowing and has given up its slot. */
interface Parked {
  bytes: number;
  givenUp: boolean;
}

/**
 * Bounds the memory of large messages. A message waits in order for a slot before it is read; a slot is held only while
 * bytes flow, so that a slow sender blocks nobody: its message is parked, read on without a slot as its bytes arrive,
 * and gets a slot again when it flows.
 */
export class LargeMessages {
  readonly #slots: Slots;
  readonly #parked = new Set<Parked>();

  constructor(count = LARGE_AT_ONCE) {
    this.#slots = new Slots(count);
  }

  /**
   * Reads until `count` bytes of a large message were received; true when they were, with a slot held that `leave`
   * releases. False when the connection ended, the message stalled for `stallMs`, or took twice as long in total;
   * waiting for a slot does not count.
   */
  async receive(source: ByteSource, count: number, stallMs: number): Promise<boolean> {
    let leftMs = 2 * stallMs;
    await this.#slots.enter();
    let flow: Flow = 'flows';
    while (flow === 'flows' && source.buffered() < count) {
      const began = performance.now();
      flow = await sample(source, count, Math.min(SAMPLE_MS, stallMs));
      leftMs -= performance.now() - began;
      if (flow !== 'stalled') continue;
      this.leave();
      const parkedAt = performance.now();
      if (!(await this.#park(source, count, Math.min(stallMs, leftMs), parkedAt + leftMs))) return false;
      leftMs -= performance.now() - parkedAt;
      await this.#slots.enter();
      flow = 'flows';
    }
    if (flow === 'flows') return true;
    this.leave();
    return false;
  }

  leave(): void {
    this.#slots.leave();
  }

  /**
   * Reads without a slot until the message flows again or is complete; false when it is dropped or the connection
   * ended.
   */
  async #park(source: ByteSource, count: number, stallMs: number, deadline: number): Promise<boolean> {
    const parked: Parked = { bytes: 0, givenUp: false };
    this.#parked.add(parked);
    let movedAt = performance.now();
    try {
      for (;;) {
        const before = source.buffered();
        parked.bytes = before;
        this.#giveUpBeyond(PARKED_BYTES);
        const now = performance.now();
        if (parked.givenUp || now > deadline || now - movedAt > stallMs) return false;
        const flow = await sample(source, count, Math.min(SAMPLE_MS, stallMs));
        if (flow !== 'stalled') return flow === 'flows';
        if (source.buffered() > before) movedAt = performance.now();
      }
    } finally {
      this.#parked.delete(parked);
    }
  }

  #giveUpBeyond(limit: number): void {
    let total = 0;
    for (const parked of this.#parked) if (!parked.givenUp) total += parked.bytes;
    for (const parked of this.#parked) {
      if (total <= limit) return;
      if (parked.givenUp) continue;
      parked.givenUp = true;
      total -= parked.bytes;
    }
  }
}

type Flow = 'flows' | 'stalled' | 'ended';

/** Reads for one sample at most: until the message is complete or has shown that it flows. */
async function sample(source: ByteSource, count: number, waitMs: number): Promise<Flow> {
  const before = source.buffered();
  const until = performance.now() + waitMs;
  while (source.buffered() < count && source.buffered() - before < FLOW_BYTES) {
    const left = until - performance.now();
    if (left <= 0) return 'stalled';
    if (!(await source.more(left))) return 'ended';
  }
  return 'flows';
}
