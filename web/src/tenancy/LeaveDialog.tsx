import { type Tenant, tenantsApi } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../api/index.ts';
import { Confirm } from '../ui/dialog/Confirm.tsx';
import { useSaving } from '../ui/saving/useSaving.ts';
import { toast } from '../ui/toast/queue.ts';
import { toastError } from '../ui/toast/toastError.ts';
import { changeOwnMembership } from './own-changes.ts';

interface Props {
  tenant: Tenant;
  /** Called before the organization is gone from the list. */
  onLeft?: () => void;
  onClose: () => void;
}

/** Asks whether to end one's own membership, and ends it. */
export function LeaveDialog({ tenant, onLeft, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { _id: tenantId, name } = tenant;
  const leave = useSaving({
    mutationFn: () =>
      changeOwnMembership(tenantId, () => call(tenantsApi, 'leave', { tenantId, body: { tenantId } })),
    onSuccess: () => {
      toast({ tone: 'ok', title: t('ending.leave.left', { name }), ofPerson: true });
      onLeft?.();
      queries.setQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] }, (known = []) =>
        known.filter(({ _id }) => _id !== tenantId),
      );
    },
    onError: async (error) => {
      toastError(error, t);
      // Another owner may have gone meanwhile.
      await queries.invalidateQueries({ queryKey: ['tenants', 'my'] });
    },
    onSettled: onClose,
  });
  return (
    <Confirm
      title={t('ending.leave.ask', { name })}
      act={t('ending.leave.act')}
      work={leave}
      onAct={() => leave.mutate()}
      onClose={onClose}
    >
      <p>{t('ending.leave.what')}</p>
    </Confirm>
  );
}
