import { afterAll, beforeAll, expect, it } from 'vitest';
import { broken, type Figures } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { slowHeads } from './attacks/slow-heads.ts';
import { type AbuseStack, openAbuseStack } from './stack.ts';

// One platform for all attacks. Each is a file in `attacks/`; a new one needs a line in `attacks/index.ts` and no more.
let abuse: AbuseStack;
let dripping: Promise<Figures>;
beforeAll(async () => {
  abuse = await openAbuseStack();
  // It waits most of the time, so it runs beside the others.
  dripping = slowHeads.run(abuse, 'sample');
});
afterAll(() => abuse?.close());

it.each(attacks)('$name: $title', async (attack) => {
  const figures = await (attack === slowHeads ? dripping : attack.run(abuse, 'sample'));
  expect(broken(attack, figures), JSON.stringify(figures)).toEqual([]);
});
