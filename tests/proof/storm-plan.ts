/** The processes that a storm kills: those of the stack, and the postmaster of the gateway's PostgreSQL. */
export const targets = [
  'mongo-gateway',
  'postmaster',
  'redis',
  'bff',
  'render-worker',
  'mail-worker',
] as const;
export type Target = (typeof targets)[number];

/** Processes that are killed at the same moment. */
export interface Strike {
  targets: Target[];
  /** The kill happens when this share of the rows is done … */
  atShare: number;
  /** … or this long after the first strike, ms, whichever comes first. The first strike waits for its share only. */
  atMostMs: number;
}

export const killsPerStorm = 5;
/** All kills of a storm happen within this time, ms. */
export const stormMs = 10_000;
/** The largest share of rows done at the last strike, so that the batch still runs. */
const LAST_SHARE = 0.6;

/** The storm of a seed: five kills within 10 s, some of them in pairs. A process may be killed several times. */
export function planStorm(seed: number): Strike[] {
  const random = seededRandom(seed);
  const drawOne = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  // Everything depends on the two processes of the database, so half of the pairs are these.
  const drawPair = (): Target[] => {
    if (random() < 0.5) return ['mongo-gateway', 'postmaster'];
    const first = drawOne(targets);
    return [first, drawOne(targets.filter((target) => target !== first))];
  };
  const pairs = Math.floor(random() * 3);
  const sizes = [...Array(pairs).fill(2), ...Array(killsPerStorm - 2 * pairs).fill(1)] as number[];
  const order = shuffled(sizes, random);
  const shares = order.map(() => random() * LAST_SHARE).sort((a, b) => a - b);
  // The window begins with the first strike. The 500 ms are for finding the process to kill.
  const moments = order.map(() => random() * (stormMs - 500)).sort((a, b) => a - b);
  return order.map((size, index) => ({
    targets: size === 2 ? drawPair() : [drawOne(targets)],
    atShare: shares[index]!,
    atMostMs: index === 0 ? 0 : Math.round(moments[index]!),
  }));
}

/** A seeded random generator with values in [0, 1) (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
