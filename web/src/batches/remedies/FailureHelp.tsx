import { needTexts } from '../../i18n/index.ts';
import { deferred, useDeferred } from '../../ui/deferred/deferred.ts';
import type { Failed } from './steps.ts';

const againMs = 3_000;

// Loaded with the texts that name fields when there is a failure to show.
const remedies = deferred(async () => {
  const [{ Remedies }] = await Promise.all([import('./Remedies.tsx'), needTexts(['failures', 'students'])]);
  return Remedies;
});

/** Below the cause of a failure: where it is, and what helps. */
export function FailureHelp({ failed }: { failed: Failed }) {
  const Part = useDeferred(remedies, true, againMs);
  return typeof Part === 'string' ? null : <Part failed={failed} />;
}
