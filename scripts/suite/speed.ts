import { createHash } from 'node:crypto';

/**
 * What `calculate` takes of the CPU, beside tests, on the machine whose seconds the limit of a file is written in, ms. The
 * machine of the figures in `docs/decisions/testing.md` takes 16.
 */
const referenceMs = 7;
const everyMs = 5_000;

const rows = Array.from({ length: 200 }, (_, place) => ({
  name: `Student ${place}`,
  score: place / 7,
  tags: ['a', `${place}`],
}));

/** What tests do most: objects, text and a hash. */
function calculate(): string {
  const hash = createHash('sha256');
  for (let round = 0; round < 30; round++) {
    const copies: typeof rows = JSON.parse(JSON.stringify(rows));
    const names = copies.map(
      ({ name, tags }) => name.normalize('NFD').replace(/[^a-z0-9]+/gi, ' ') + tags.join(),
    );
    hash.update(names.toSorted().join('\n'));
  }
  return hash.digest('hex');
}

/** What `calculate` takes of the CPU now, ms. */
function sample(): number {
  const begun = process.threadCpuUsage();
  calculate();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

/**
 * Measures the machine while the tests run, because the same work takes more of the CPU on a slower machine and beside other
 * work. `end` gives how many seconds of CPU here are one of those that the limit is written in.
 */
export function measureSpeed(): { end(): number } {
  const samples: number[] = [];
  // The first ones compile it.
  for (let warm = 0; warm < 5; warm++) sample();
  const timer = setInterval(() => samples.push(sample()), everyMs).unref();
  return {
    end() {
      clearInterval(timer);
      samples.push(sample());
      samples.sort((one, other) => one - other);
      return samples[samples.length >> 1]! / referenceMs;
    },
  };
}
