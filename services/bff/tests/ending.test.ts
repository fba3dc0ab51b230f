import { afterAll, beforeAll } from 'vitest';
import { openAcademy } from './academy.ts';
import { describeEnding } from './ending.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';

// On a stack of its own: issuing is refused while a sample of the issued files is missing, as in tests of damaged files.
let stack: TestStack;
let ended = 0;

beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.close());

describeEnding(() => ({ stack, open: () => openAcademy(stack, `Academia que termina ${++ended}`) }));
