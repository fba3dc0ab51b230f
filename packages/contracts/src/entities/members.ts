import { z } from 'zod';
import { tenantRole } from '../permissions.ts';
import { id } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, text } from './stored.ts';

/** Only an active membership grants access. */
export const memberStatus = z.enum(['active', 'pending', 'blocked']);
export type MemberStatus = z.infer<typeof memberStatus>;

export const memberEntity = defineEntity({
  collection: 'members',
  fields: {
    _id: field(text, { wire: id }),
    tenantId: field(text),
    userId: field(text),
    userEmail: field(anyText, { wire: true }),
    userName: field(anyText, { wire: true }),
    role: field(tenantRole, { wire: true }),
    status: field(memberStatus, { wire: true }),
    joinedAt: field(date, { wire: asMoment }),
    /** The hold of the owner lock under which this owner is about to cease to be one; it does not count as one meanwhile. */
    ending: optionalField(text, { internal: true }),
  },
  indexes: [
    { keys: ['tenantId', 'userId'], unique: true },
    { keys: ['tenantId', 'joinedAt', '_id'] },
    { keys: ['tenantId', 'userName', '_id'] },
    { keys: ['userId'] },
    { keys: ['role', 'status', 'tenantId'] },
  ],
});
