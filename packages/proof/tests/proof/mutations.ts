// `npm run proof -- mutations`: 10,000 changed files from ten seeds, and a flipped bit in every byte of a file signed with a
// chain; none may be found intact.
import { flipBits, runMutations } from '../support/mutation-run.ts';
import { report } from '../support/report.ts';

const total = { mutations: 0, intact: 0, altered: 0, unsigned: 0, unknown: 0 };
const special = { contentOnly: 0, exchangedTimestamps: 0 };
const missed: string[] = [];
for (let seed = 1; seed <= 10; seed++) {
  const run = await runMutations(1_000, seed);
  total.mutations += run.mutations;
  special.contentOnly += run.contentOnly;
  special.exchangedTimestamps += run.exchangedTimestamps;
  for (const [outcome, count] of Object.entries(run.outcomes))
    total[outcome as keyof typeof run.outcomes] += count;
  missed.push(...run.missed);
}
const flipped = await flipBits(8);
missed.push(...flipped.missed.map((place) => `byte ${place}`));
report({ ...total, ...special, flippedBytes: flipped.flips, missed });
process.exitCode = missed.length > 0 ? 1 : 0;
