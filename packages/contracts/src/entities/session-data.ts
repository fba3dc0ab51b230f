import { z } from 'zod';
import { permission, role } from '../permissions.ts';

/** What the remote procedures answer of a person in an organization. */
export const sessionData = z.object({ permissions: z.array(permission), roles: z.array(role) });
export type SessionData = z.infer<typeof sessionData>;
