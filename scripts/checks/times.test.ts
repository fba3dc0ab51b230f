import { expect, it } from 'vitest';
import { timesIn } from './times.ts';

it.each([
  'const pollMs = 500;',
  'const hour = 60 * 60_000;',
  '  everyMs: 5 * minute,',
  '  recheckMs = 1_500,',
  'export function open({ url, timeoutMs = 10_000 }: Options) {',
  '  socketTimeout: 600_000,',
  'const cut = setTimeout(() => server.closeAllConnections(), 15_000);',
  'await sleep(1_000);',
  'const signal = AbortSignal.timeout(2_000);',
])('“%s” says how long something takes', (code) => {
  expect(timesIn(`// a comment\n${code}`)).toEqual([{ line: 2, code: code.trim() }]);
});

it.each([
  'const pollMs = times.batchPollMs;',
  '/** At most 10_000 ms, setTimeout(end, 500). */',
  '  let pausedMs = 0;',
  'const { leaseMs } = await begin(name, { leaseMs: 1 });',
  'const budgetMs = 500;',
  'await sleep(times.lockPollMs);',
  'const maxWaiting = 10_000;',
  'const betweenMs = 1_000 / perSecond;',
])('“%s” does not', (code) => {
  expect(timesIn(code)).toEqual([]);
});
