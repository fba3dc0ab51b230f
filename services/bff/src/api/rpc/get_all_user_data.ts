import type { MailPause, rpcApi } from '@sello/contracts';
import type { MailAccountRecord } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { grantsOfAsked } from './grants-of-asked.ts';

/**
 * What the caller may do in a tenant; the browser shows its screens by it, the server checks again with every call.
 * Members also learn that the mail is paused, before they send any, and that the organization is closed to them.
 */
export const getAllUserData: Handler<(typeof rpcApi.calls)['get_all_user_data']> = async (
  { person, body },
  context,
) => {
  const grants = await grantsOfAsked(person, body, context);
  const tenantId = body.tenant_uuid ?? null;
  if (tenantId === null || grants.roles.length === 0) return grants;
  const [account, tenant] = await Promise.all([
    context.store.mailAccounts.get(tenantId),
    context.store.tenants.get(tenantId),
  ]);
  const closed = person.isSuperAdmin ? undefined : tenant?.signInsPause;
  return {
    ...grants,
    ...(account?.pause && { mailPause: mailPauseView(account, account.pause) }),
    ...(closed && { closedAt: closed.at.toISOString() }),
  };
};

function mailPauseView(
  { outcomes }: MailAccountRecord,
  { at, by, reason }: NonNullable<MailAccountRecord['pause']>,
): MailPause {
  const why =
    by === undefined
      ? { refused: { count: outcomes.filter(Boolean).length, of: outcomes.length } }
      : { reason };
  return { at: at.toISOString(), ...why };
}
