import { z } from 'zod';
import { withFieldError } from '../field-error.ts';
import { inviteCode } from '../invite-code.ts';
import { defineApi, sessionAccess } from './define.ts';
import { joined } from './members.ts';

const token = withFieldError(inviteCode, { missing: 'token_required', wrong: 'invalid_invite' });

/** Joining by the code of an invitation, which admits any person with a verified e-mail, once. */
export const invitesApi = defineApi('invites', {
  validate: {
    method: 'GET',
    access: sessionAccess,
    query: z.object({ token }),
    reply: z.object({ tenantName: z.string() }),
    fallback: 'Invalid or expired invite',
  },
  redeem: {
    method: 'POST',
    access: sessionAccess,
    body: z.object({ token }),
    reply: joined,
    fallback: 'Failed to redeem invite',
  },
});
