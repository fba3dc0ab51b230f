import { z } from 'zod';
import { sessionData } from '../entities/index.ts';
import { defineApi, signedIn } from './define.ts';

const body = z.object({ user_uuid: z.string().max(200), tenant_uuid: z.string().max(200).nullish() });

/** The remote procedures by which the client learns what a person may do in a tenant. Only one's own, unless super admin. */
export const rpcApi = defineApi('rpc', {
  get_all_user_data: {
    method: 'POST',
    access: signedIn,
    body,
    reply: sessionData,
    fallback: 'Operation failed',
  },
  get_user_roles: {
    method: 'POST',
    access: signedIn,
    body,
    reply: z.array(sessionData.shape.roles.element),
    fallback: 'Operation failed',
  },
});
