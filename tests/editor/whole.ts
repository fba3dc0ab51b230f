import { it } from 'vitest';

/** `npm run proof -- editor` runs all that is written here, the everyday run a fixed part of it. */
export const isWhole = process.env.EDITOR_TESTS === 'whole';

/** A test of the proof alone. */
export const itOfWhole = (name: string, run: () => Promise<void>): void => {
  if (isWhole) it(name, run);
};

/** Of cases that differ in their data alone: all, or those of these names. */
export const someOf = <Case>(cases: Readonly<Record<string, Case>>, ...names: string[]): [string, Case][] =>
  Object.entries(cases).filter(([name]) => isWhole || names.includes(name));
