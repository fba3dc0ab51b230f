import { expect, it } from 'vitest';
import { createSharedCheck } from './shared-check.ts';

it('shares a running check and a true result, and keeps neither false nor errors', async () => {
  const shared = createSharedCheck();
  const answers: (boolean | Error)[] = [false, new Error('away'), true];
  let asked = 0;
  const check = async () => {
    const answer = answers[asked++]!;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  expect(await Promise.all([shared('a', check), shared('a', check)])).toEqual([false, false]);
  expect(asked).toBe(1);
  await expect(shared('a', check)).rejects.toThrow('away');
  expect(await shared('a', check)).toBe(true);
  expect(await shared('a', check)).toBe(true);
  expect(asked).toBe(3);
  answers.push(false);
  expect(await shared('b', check)).toBe(false);
});
