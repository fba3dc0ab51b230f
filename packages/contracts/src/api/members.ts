import { z } from 'zod';
import { inviteEntity, memberEntity, memberStatus, wireSchema } from '../entities/index.ts';
import { withFieldError } from '../field-error.ts';
import { issuerIdentity } from '../identity.ts';
import { inviteReference } from '../invite-reference.ts';
import { languages } from '../limits.ts';
import { tenantRole } from '../permissions.ts';
import { id, moment } from '../scalars.ts';
import {
  defineApi,
  done,
  idOf,
  listQuery,
  page,
  publicAccess,
  sessionAccess,
  withPermission,
} from './define.ts';

/** A member of an organization, as its owners and admins see it. */
export const member = wireSchema(memberEntity);
export type Member = z.infer<typeof member>;

/** A pending invitation, or one that expired within thirty days, as the organization's owners and admins see it. */
export const invite = wireSchema(inviteEntity);
export type Invite = z.infer<typeof invite>;

/** In the list it has, for those who may invite, its code, which admits whoever holds it, and what its link names it by. */
const listedInvite = invite.extend({ code: z.string().optional(), reference: inviteReference.optional() });
export type ListedInvite = z.infer<typeof listedInvite>;

/** A pending invitation, as the invited person sees it. */
const pendingInvite = z.object({
  _id: id,
  tenantId: id,
  tenantName: z.string(),
  /** Whether anybody proved that the organization is who its name says. */
  identity: issuerIdentity.pick({ kind: true, domain: true }),
  /** The address of who invites; absent when that person is not an active member any more. */
  inviter: z.string().optional(),
  createdAt: moment,
  expiresAt: moment,
});

/** What anyone with the link of an invitation may know. */
const inviteInfo = z.object({
  tenantName: z.string(),
  state: z.enum(['pending', 'accepted', 'revoked', 'expired']),
});

/** An address that was not invited, and why: it is the caller's own, or a member's. */
const uninvited = z.object({ email: z.string(), code: z.enum(['cannot_invite_self', 'already_member']) });

const administration = { ...withPermission('settings.edit'), refusedWith: 'not_admin' } as const;
const inviting = { ...withPermission('settings.edit'), refusedWith: 'invite_forbidden' } as const;
const idErrors = { missing: 'invitation_id_missing', wrong: 'invalid_invite' } as const;
const inviteId = withFieldError(id, idErrors);
const linked = withFieldError(inviteReference, idErrors);

/** The organization that the caller now belongs to. */
export const joined = z.object({ tenantId: id, tenantName: z.string() });

export const membersApi = defineApi(
  'members',
  {
    list: {
      method: 'GET',
      access: withPermission('settings.view'),
      query: listQuery,
      /** `owners` counts the active ones: the last one can be neither removed nor given another role. */
      reply: page(member).extend({ owners: z.int() }),
      fallback: 'Operation failed',
    },
    /** Those that can still be accepted or expired within thirty days, newest first. */
    'list-invites': {
      method: 'GET',
      access: withPermission('settings.view'),
      query: listQuery.pick({ limit: true, cursor: true }),
      reply: page(listedInvite),
      fallback: 'Operation failed',
    },
    /** Invites addresses; those that cannot be invited are in the reply. An address that is invited already gets a new code. */
    invite: {
      method: 'POST',
      access: inviting,
      body: z.object({
        tenantId: withFieldError(id, { missing: 'tenant_or_emails_missing', wrong: 'not_member' }),
        emails: withFieldError(z.array(z.string().trim().max(320)).min(1), {
          missing: 'tenant_or_emails_missing',
          wrong: 'tenant_or_emails_missing',
        }),
        /** The language of the letters. */
        language: z.enum(languages).default('en'),
      }),
      reply: z.object({
        invites: z.array(invite),
        uninvited: z.array(uninvited),
        /** Addresses that were given more than once, whatever their case; each counts and is invited once. */
        repeated: z.array(z.string()),
      }),
      fallback: 'Failed to send invites',
      idempotent: true,
    },
    /** Sends the letter of an invitation again, with a new code and seven more days. */
    'resend-invite': {
      method: 'POST',
      access: inviting,
      body: z.object({ inviteId }),
      reply: invite,
      fallback: 'Failed to send invites',
      idempotent: true,
    },
    'revoke-invite': {
      method: 'DELETE',
      access: inviting,
      body: z.object({ inviteId }),
      reply: done,
      fallback: 'Failed to revoke invite',
    },
    'remove-member': {
      method: 'DELETE',
      access: administration,
      body: z.object({ memberId: idOf('member_not_found') }),
      reply: done,
      fallback: 'Failed to remove member',
    },
    'change-role': {
      method: 'PUT',
      access: administration,
      body: z.object({
        memberId: withFieldError(id, { missing: 'member_or_role_missing', wrong: 'member_not_found' }),
        newRole: withFieldError(tenantRole, { missing: 'member_or_role_missing', wrong: 'role_invalid' }),
      }),
      reply: member,
      fallback: "Failed to change member's role",
    },
    /** A blocked member stays in the list without access. */
    'set-status': {
      method: 'PUT',
      access: administration,
      body: z.object({
        memberId: idOf('member_not_found'),
        status: memberStatus.exclude(['pending']),
      }),
      reply: member,
      fallback: 'Operation failed',
    },
    'accept-invite': {
      method: 'POST',
      access: sessionAccess,
      /** `userName` is accepted for the specification but not used; the identity comes from the session. */
      body: z.object({ inviteId, userName: z.string().nullish() }),
      reply: joined,
      fallback: 'Failed to accept invite',
    },
    'get-invite-info': {
      method: 'GET',
      access: publicAccess,
      /** With the secret of the link: by the id alone nobody learns anything. */
      query: z.object({ inviteId: linked }),
      reply: inviteInfo,
      nullOn: 'not_found',
      fallback: 'Operation failed',
    },
    /** The invitations of the caller's verified address; newest first. */
    'my-pending-invites': {
      method: 'GET',
      access: sessionAccess,
      reply: z.array(pendingInvite),
      fallback: 'Operation failed',
    },
  },
  { unknownFunction: 'invalid_members_function' },
);
