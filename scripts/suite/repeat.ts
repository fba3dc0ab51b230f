import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildWeb } from '../../packages/dev-stack/src/web-build.ts';
import { withBusyLoops } from './busy.ts';
import { describeRuns } from './runs.ts';
import { type Count, runVitest } from './vitest.ts';

/**
 * `npm test -- --repeat N FILE…`: runs test files N times beside busy loops, by default four for each core, and prints how
 * often each test failed. The exit code: 1 if one failed.
 */
export async function repeatFile(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { repeat: { type: 'string' }, busy: { type: 'string' } },
  });
  const times = Number(values.repeat);
  const busy = Number(values.busy ?? 4 * availableParallelism());
  if (!Number.isSafeInteger(times) || times < 1 || !Number.isSafeInteger(busy) || positionals.length === 0) {
    console.error('Usage: npm test -- --repeat N [--busy LOOPS] FILE…');
    return 2;
  }
  await buildWeb();
  const runs: Count[] = [];
  await withBusyLoops(busy, async () => {
    for (let run = 0; run < times; run++) runs.push(await runVitest(positionals.join(' '), positionals));
  });
  console.log(describeRuns(runs));
  return runs.every(({ failed }) => failed.length === 0) ? 0 : 1;
}
