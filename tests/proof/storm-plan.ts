/** What a storm kills: the processes of a stack, and PostgreSQL's first process below the gateway. */
export const targets = [
  'mongo-gateway',
  'postmaster',
  'redis',
  'bff',
  'render-worker',
  'mail-worker',
] as const;
export type Target = (typeof targets)[number];

/** Processes that are killed at one moment. */
export interface Strike {
  targets: Target[];
  /** It falls when this share of the rows is done … */
  atShare: number;
  /** … or this long after the first strike, ms, whichever comes first. The first waits for its share alone. */
  atMostMs: number;
}

export const killsPerStorm = 5;
/** Within this time all of them fall, ms. */
export const stormMs = 10_000;
/** How much of a batch may be done when the last strike falls, so that it falls while the batch is at work. */
const LAST_SHARE = 0.6;

/** The storm of a seed: five kills within 10 s, now and then two at once; a process may be killed again. */
export function planStorm(seed: number): Strike[] {
  const random = seededRandom(seed);
  const drawOne = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  // The database has two processes that everything rests on: half of the pairs are these.
  const drawPair = (): Target[] => {
    if (random() < 0.5) return ['mongo-gateway', 'postmaster'];
    const first = drawOne(targets);
    return [first, drawOne(targets.filter((target) => target !== first))];
  };
  const pairs = Math.floor(random() * 3);
  const sizes = [...Array(pairs).fill(2), ...Array(killsPerStorm - 2 * pairs).fill(1)] as number[];
  const order = shuffled(sizes, random);
  const shares = order.map(() => random() * LAST_SHARE).sort((a, b) => a - b);
  // The first strike opens the window; finding the process that a strike kills takes a moment.
  const moments = order.map(() => random() * (stormMs - 500)).sort((a, b) => a - b);
  return order.map((size, index) => ({
    targets: size === 2 ? drawPair() : [drawOne(targets)],
    atShare: shares[index]!,
    atMostMs: index === 0 ? 0 : Math.round(moments[index]!),
  }));
}

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
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
