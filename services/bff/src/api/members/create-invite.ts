import { randomBytes } from 'node:crypto';
import { encodeInviteCode, inviteCodeLength, type Language, limits } from '@sello/contracts';
import { type InviteRecord, newId } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Person } from '../../http/access.ts';

interface Invitee {
  /** Lower case. */
  email: string;
  /** The inviter. */
  person: Person;
  language: Language;
}

/** Creates or renews the invitation of an address, and has its letter sent. */
export async function createInvite(
  tenantId: string,
  { email, person, language }: Invitee,
  { store, audit, sendInvite }: Pick<Context, 'store' | 'audit' | 'sendInvite'>,
): Promise<InviteRecord> {
  const now = new Date();
  const invite = await store.invites.create(tenantId, {
    email,
    code: encodeInviteCode(randomBytes(inviteCodeLength)),
    invitedBy: person.userId,
    expiresAt: new Date(now.getTime() + limits.inviteKeptMs),
    language,
    letter: { id: newId(), state: 'queued', at: now, attempts: 0 },
  });
  await sendInvite(invite);
  await audit.note(tenantId, person, {
    action: 'members.invite',
    target: invite._id,
    details: { email },
  });
  return invite;
}
