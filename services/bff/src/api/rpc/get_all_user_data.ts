import type { MailPause, rpcApi } from '@sello/contracts';
import type { MailAccountRecord } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { grantsOfAsked } from './grants-of-asked.ts';

/**
 * The caller's grants in a tenant, by which the browser shows screens; the server checks permissions with every call.
 * Members also get the pause of mail, so that they see it before they send any, and whether the organization is closed.
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
