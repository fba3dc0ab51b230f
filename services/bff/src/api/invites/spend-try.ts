import type { Context } from '../../context.ts';
import type { Person } from '../../http/access.ts';

/**
 * Counts a try of a code, by whichever call, for the person and then for the address. Throws `rate_limited`; what the
 * person may not try takes nothing from others behind the same address.
 */
export async function spendTry(
  { rates }: Pick<Context, 'rates'>,
  { userId }: Pick<Person, 'userId'>,
  address: string,
): Promise<void> {
  await rates.spend('inviteCodeOf', userId);
  await rates.spend('inviteCode', address);
}
