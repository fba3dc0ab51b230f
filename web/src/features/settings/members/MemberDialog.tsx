import { type Member, membersApi, type TenantRole, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { changeOwnMembership } from '../../../tenancy/own-changes.ts';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';

/** What somebody is asked to confirm. */
export type Asked =
  | { what: 'remove' | 'block' | 'unblock' | 'transfer'; member: Member }
  | { what: 'role'; member: Member; role: TenantRole };

interface Props {
  tenantId: string;
  asked: Asked;
  onClose: () => void;
}

/** Asks before a member is changed, and changes it. */
export function MemberDialog({ tenantId, asked, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { what, member } = asked;
  const name = member.userName || member.userEmail;
  const memberId = member._id;
  const role = asked.what === 'role' ? t(`common.roles.${asked.role}`) : '';
  const change = useSaving({
    mutationFn: async (_, signal): Promise<unknown> => {
      if (asked.what === 'role') {
        return call(membersApi, 'change-role', { tenantId, body: { memberId, newRole: asked.role }, signal });
      }
      if (what === 'remove')
        return call(membersApi, 'remove-member', { tenantId, body: { memberId }, signal });
      if (what === 'transfer') {
        const transfer = () => call(tenantsApi, 'transfer', { tenantId, body: { memberId }, signal });
        return changeOwnMembership(tenantId, transfer);
      }
      const status = what === 'block' ? 'blocked' : 'active';
      return call(membersApi, 'set-status', { tenantId, body: { memberId, status }, signal });
    },
    onSuccess: () => toast({ tone: 'ok', title: t(`members.done.${what}`, { name, role }) }),
    onError: (error) => toastError(error, t),
    onSettled: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['members'] });
      // One's own role changes with a transfer.
      if (what === 'transfer') {
        await queries.invalidateQueries({ queryKey: ['tenants', 'my'] });
        await queries.invalidateQueries({ queryKey: ['rpc'] });
      }
    },
  });
  const parts = { name: <Name text={member.userEmail} strong /> };
  return (
    <Confirm
      title={t(`members.ask.${what}`, { name, role })}
      act={t(`members.act.${what}`, { role })}
      danger={what === 'remove' || what === 'block' || what === 'transfer'}
      work={change}
      onAct={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        <Rich
          text={t(`members.what.${what}`, { from: t(`common.roles.${member.role}`), role })}
          parts={parts}
        />
      </p>
      {asked.what === 'role' ? (
        <p className="mute">{t(`members.may.${asked.role}`)}</p>
      ) : what === 'remove' ? (
        <p className="mute">{t('members.removeStays')}</p>
      ) : null}
    </Confirm>
  );
}
