import { type Member, membersApi, type TenantRole, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { showGone, showSaved } from '../../../api/shown-rows.ts';
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
    // Resolves when the list that is shown holds the change: the next one is proposed from what stands there.
    mutationFn: async (_, signal): Promise<void> => {
      const list = ['members', 'list'];
      const change = { tenantId, signal };
      if (asked.what === 'role') {
        const body = { memberId, newRole: asked.role };
        showSaved(queries, list, await call(membersApi, 'change-role', { ...change, body }));
      } else if (what === 'remove') {
        await call(membersApi, 'remove-member', { ...change, body: { memberId } });
        showGone(queries, list, [memberId]);
      } else if (what === 'transfer') {
        const transfer = () => call(tenantsApi, 'transfer', { ...change, body: { memberId } });
        await changeOwnMembership(tenantId, transfer);
      } else {
        const status = what === 'block' ? 'blocked' : 'active';
        showSaved(
          queries,
          list,
          await call(membersApi, 'set-status', { ...change, body: { memberId, status } }),
        );
      }
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
