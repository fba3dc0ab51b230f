import { timingSafeEqual } from 'node:crypto';
import type { InviteRecord } from '@sello/store';

/** Whether a link with this secret is one of the invitation's. */
export function opensInvite(
  { secret: own }: Pick<InviteRecord, 'secret'>,
  secret: string | undefined,
): boolean {
  if (own === undefined || secret === undefined || own.length !== secret.length) return false;
  return timingSafeEqual(Buffer.from(own), Buffer.from(secret));
}
