import { needTexts } from '../../i18n/index.ts';
import { deferred } from '../../ui/deferred/deferred.ts';

/** The watch alone, for layouts without the other notices. */
export const membershipWatch = deferred(async () => {
  const [{ MembershipWatch }] = await Promise.all([import('./MembershipWatch.tsx'), needTexts(['ending'])]);
  return MembershipWatch;
});
