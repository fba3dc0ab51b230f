import type { SessionData } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { grantsIn } from '../../auth/grants.ts';
import type { Context } from '../../context.ts';
import type { Person } from '../../http/access.ts';

/**
 * The grants of the requested user in a tenant. Only super admins may request those of others (`forbidden`); the reply
 * does not reveal whether a tenant exists.
 */
export async function grantsOfAsked(
  person: Person,
  asked: { user_uuid: string; tenant_uuid?: string | null | undefined },
  { store, noteTenant }: Pick<Context, 'store' | 'noteTenant'>,
): Promise<SessionData> {
  const isOwn = asked.user_uuid === person.userId;
  if (!isOwn && !person.isSuperAdmin) throw new AppError('forbidden');
  const tenantId = asked.tenant_uuid ?? null;
  const who = isOwn ? person : { userId: asked.user_uuid, isSuperAdmin: false };
  const grants = await grantsIn(store, who, tenantId);
  if (isOwn && tenantId !== null && grants.roles.length > 0) noteTenant(person, tenantId);
  return grants;
}
