import { afterAll, beforeAll, expect, it } from 'vitest';
import { broken, type Figures } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { type AbuseStack, openAbuseStack } from './stack.ts';

// One stack for all attacks. Each attack is a file in `attacks/` with a line in `attacks/index.ts`.
let abuse: AbuseStack;
const waiting = new Map<string, Promise<Figures>>();
beforeAll(async () => {
  abuse = await openAbuseStack('sample');
  for (const attack of attacks.filter(({ isMostlyWaiting }) => isMostlyWaiting)) {
    const figures = attack.run(abuse, 'sample');
    // A rejection is reported where the figures are awaited.
    figures.catch(() => undefined);
    waiting.set(attack.name, figures);
  }
});
afterAll(() => abuse?.close());

it.each(attacks)('$name: $title', async (attack) => {
  const figures = await (waiting.get(attack.name) ?? attack.run(abuse, 'sample'));
  expect(broken(attack, figures, 'sample'), JSON.stringify(figures)).toEqual([]);
});
