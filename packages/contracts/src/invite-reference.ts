import { z } from 'zod';

/**
 * What the link of an invitation names it by: its id (24 hex characters) and behind it the secret (32, 128 bits) that
 * shows that somebody was given the link. The invited person, signed in, needs the id alone; links of invitations from
 * before there were secrets have nothing else.
 */
export const inviteReference = z.string().regex(/^[0-9a-f]{24}(?:[0-9a-f]{32})?$/);

export const writeInviteReference = ({
  _id,
  secret = '',
}: {
  _id: string;
  secret?: string | undefined;
}): string => `${_id}${secret}`;

/** The parts of a reference. Of text that is none, the id is what nobody has. */
export function readInviteReference(reference: string): { inviteId: string; secret?: string } {
  const [inviteId, secret] = [reference.slice(0, 24), reference.slice(24)];
  return { inviteId, ...(secret !== '' && { secret }) };
}
