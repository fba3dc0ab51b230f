import { randomBytes } from 'node:crypto';
import { encodeInviteCode, inviteCodeLength, type Language, limits } from '@sello/contracts';
import type { InviteRecord } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Person } from '../../http/access.ts';

interface Invitee {
  /** Lower case. */
  email: string;
  /** The inviter. */
  person: Person;
  language: Language;
}

/** Creates or renews the invitation of an address. */
export async function createInvite(
  tenantId: string,
  { email, person, language }: Invitee,
  { store, audit }: Pick<Context, 'store' | 'audit'>,
): Promise<InviteRecord> {
  const now = Date.now();
  const invite = await store.invites.create(tenantId, {
    email,
    code: encodeInviteCode(randomBytes(inviteCodeLength)),
    invitedBy: person.userId,
    expiresAt: new Date(now + limits.inviteKeptMs),
    language,
  });
  await audit.note(tenantId, person, {
    action: 'members.invite',
    target: invite._id,
    details: { email },
  });
  return invite;
}
