import { z } from 'zod';
import { permission, role } from '../permissions.ts';
import { moment } from '../scalars.ts';
import { defineApi, sessionAccess } from './define.ts';

const body = z.object({ user_uuid: z.string().max(200), tenant_uuid: z.string().max(200).nullish() });

/** What the remote procedures answer of a person in an organization. */
const sessionData = z.object({ permissions: z.array(permission), roles: z.array(role) });
export type SessionData = z.infer<typeof sessionData>;

/** Why nobody in an organization can send e-mails, as its own people are told. */
export const mailPause = z.object({
  at: moment,
  /** What the operator wrote; absent when the platform paused it by itself. */
  reason: z.string().optional(),
  /** Of the last mails that were sent, how many a mail server refused: why the platform paused by itself. */
  refused: z.object({ count: z.int(), of: z.int() }).optional(),
});
export type MailPause = z.infer<typeof mailPause>;

/** The remote procedures by which the client learns what a person may do in a tenant. Only one's own, unless super admin. */
export const rpcApi = defineApi('rpc', {
  get_all_user_data: {
    method: 'POST',
    access: sessionAccess,
    body,
    reply: sessionData.extend({
      mailPause: mailPause.optional(),
      /** Since when the operator keeps the organization closed to its members, of whom the caller is one. */
      closedAt: moment.optional(),
    }),
    fallback: 'Operation failed',
  },
  get_user_roles: {
    method: 'POST',
    access: sessionAccess,
    body,
    reply: z.array(sessionData.shape.roles.element),
    fallback: 'Operation failed',
  },
});
