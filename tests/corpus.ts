/**
 * Whether everything of a corpus runs: `npm run proof -- corpora` sets it. `npm test` runs one case of every kind, and of what
 * is alike a part by turns.
 */
export const isWhole = process.env.SELLO_WHOLE_CORPORA === '1';

/** Every `each`th of `cases`, beginning with the one at `from`; all of them in the proof. Never none, if there is one. */
export function byTurns<Case>(each: number, cases: readonly Case[], from = 0): Case[] {
  if (isWhole) return [...cases];
  const first = from % Math.min(each, cases.length || 1);
  return cases.filter((_, place) => place >= first && (place - first) % each === 0);
}
