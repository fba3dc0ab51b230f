import { z } from 'zod';
import { tenantRole } from '../permissions.ts';
import { defineEntity, field } from './define.ts';
import { anyText, date, text } from './stored.ts';

/** Only an active membership grants access. */
export const memberStatus = z.enum(['active', 'pending', 'blocked']);
export type MemberStatus = z.infer<typeof memberStatus>;

export const memberEntity = defineEntity({
  collection: 'members',
  fields: {
    _id: field(text),
    tenantId: field(text),
    userId: field(text),
    userEmail: field(anyText),
    userName: field(anyText),
    role: field(tenantRole),
    status: field(memberStatus),
    joinedAt: field(date),
  },
  indexes: [
    { keys: ['tenantId', 'userId'], unique: true },
    { keys: ['userId'] },
    { keys: ['role', 'status', 'tenantId'] },
  ],
});
