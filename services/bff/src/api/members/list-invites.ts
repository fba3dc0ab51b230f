import { isAllowed, type membersApi, writeInviteReference } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { inviteView } from '../../views/member.ts';

export const listInvites: Handler<(typeof membersApi.calls)['list-invites']> = async (
  { tenantId, query, roles },
  { store },
) => {
  const mayInvite = isAllowed(roles, 'settings.edit');
  return listed(
    query,
    (page) => store.invites.page(tenantId, { ...query, ...page }),
    (record) => ({
      ...inviteView(record),
      ...(mayInvite && { code: record.code, reference: writeInviteReference(record) }),
    }),
  );
};
