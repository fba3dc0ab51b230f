import { expect, it } from 'vitest';
import { fatalErrorsIn } from './vitest.ts';

it('finds what V8 printed before it ended a process, among all that others printed', () => {
  const others = Array.from({ length: 60 }, (_, line) => `✓ a test ${line}`);
  const check = ['#', '# Fatal error in , line 0', '# Check failed: jit_page.has_value().', '#'];
  const memory = ['FATAL ERROR: Reached heap limit Allocation failed'];
  const found = fatalErrorsIn([...others, ...check, ...others, ...memory].join('\n'));
  expect(found.map((error) => error.split('\n').slice(0, 2))).toEqual([check.slice(1, 3), memory]);
  expect(fatalErrorsIn(others.join('\n'))).toEqual([]);
});
