import { expect, it } from 'vitest';
import { boundsIn, timesIn } from './times.ts';

it.each([
  'const pollMs = 500;',
  'const hour = 60 * 60_000;',
  'const upkeep = { everyMs: 5 * minute };',
  'function look({ recheckMs = 1_500 }) {}',
  'export function open({ url, timeoutMs = 10_000 }: Options) {}',
  'const pool = { socketTimeout: 600_000, timeout: options.timeout ?? 300 };',
  'const nameServerMs = [2_000, 3_000] as const;',
  'const graceMs = (options.graceMs ?? 3_000) satisfies number;',
  'this.#leaseMs = isShort ? 500 : times.leaseMs;',
  'const cut = setTimeout(() => server.closeAllConnections(), 15_000);',
  'await sleep(1_000);',
  'await sleep(Math.min(5_000, left));',
  'const signal = AbortSignal.timeout(2_000);',
  "if (await oncePer('reconcile', 4_000)) run();",
])('“%s” says how long something takes', (code) => {
  expect(timesIn(`// a comment\n${code}`)).toEqual([{ line: 2, code }]);
});

it('finds a time on a line of its own', () => {
  expect(timesIn('setTimeout(() => {\n  end();\n}, 500);')).toEqual([{ line: 3, code: '}, 500);' }]);
});

it.each([
  'const pollMs = times.batchPollMs;',
  '/** At most 10_000 ms, setTimeout(end, 500). */',
  'let pausedMs = 0;',
  'const { leaseMs } = await begin(name, { leaseMs: 1 });',
  'const budgetMs = 500;',
  'const thread = { startupBudgetMs: 2_000 };',
  'await sleep(times.lockPollMs);',
  'const maxWaiting = 10_000;',
  'const betweenMs = 1_000 / perSecond;',
  'const untilMs = seconds * 1_000;',
])('“%s” does not', (code) => {
  expect(timesIn(code)).toEqual([]);
});

it.each([
  'await vi.waitFor(() => expect(runs).toBe(1), 5_000);',
  'await expect.poll(look, { timeout: 9_000, interval: 50 }).toBe(200);',
  'await vi.waitUntil(isDone, { timeout: isShort ? 300 : generous });',
])('“%s” says how long a test waits', (code) => {
  expect(boundsIn(`const a = 1;\n${code}`)).toEqual([{ line: 2, code }]);
});

it.each([
  'await vi.waitFor(() => expect(runs).toEqual([0, 50]));',
  'await expect.poll(look, { interval: 50 }).toBe(200);',
  'await vi.waitFor(look, generous);',
  'await vi.waitFor(look, { timeout: generous });',
])('“%s” does not say how long', (code) => {
  expect(boundsIn(code)).toEqual([]);
});
