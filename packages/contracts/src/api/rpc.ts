import { z } from 'zod';
import { permission, role } from '../permissions.ts';
import { id, moment } from '../scalars.ts';
import { defineApi, sessionAccess } from './define.ts';

const body = z.object({ user_uuid: z.string().max(200), tenant_uuid: z.string().max(200).nullish() });

/** The permissions and roles of a user in an organization. */
const sessionData = z.object({ permissions: z.array(permission), roles: z.array(role) });
export type SessionData = z.infer<typeof sessionData>;

/** The same in `app_metadata` of an access token, with the organization that it holds in; `null` without one. */
export const tokenGrants = sessionData.extend({ tenantId: id.nullable() });
export type TokenGrants = z.infer<typeof tokenGrants>;

/** Why an organization's e-mails are paused, as shown to its members. */
export const mailPause = z.object({
  at: moment,
  /** The operator's reason; absent when the platform paused it automatically. */
  reason: z.string().optional(),
  /** How many (`count`) of the last (`of`) e-mails were refused by mail servers: the reason of an automatic pause. */
  refused: z.object({ count: z.int(), of: z.int() }).optional(),
});
export type MailPause = z.infer<typeof mailPause>;

/**
 * Remote procedures that return the permissions of a user in a tenant: the caller's own, or anyone's for super admins.
 */
export const rpcApi = defineApi('rpc', {
  get_all_user_data: {
    method: 'POST',
    access: sessionAccess,
    body,
    reply: sessionData.extend({
      mailPause: mailPause.optional(),
      /** Since when the operator has paused the members' access to the organization; only for its members. */
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
