import { type Tenant, tenantsApi } from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { usePathTo } from '../../../tenancy/routes.ts';
import { useTenancy } from '../../../tenancy/useTenancy.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Confirm } from '../../../ui/dialog/Confirm.tsx';
import { useNavigation } from '../../../ui/link/navigation.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';

/** Ends one's own membership. */
export function LeaveOrganization({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { navigate } = useNavigation();
  const pathTo = usePathTo();
  const { tenants = [] } = useTenancy();
  const [isAsking, setAsking] = useState(false);
  const tenant = tenants.find(({ _id }) => _id === tenantId);
  const leave = useMutation({
    mutationFn: () => call(tenantsApi, 'leave', { tenantId, body: { tenantId } }),
    onSuccess: () => {
      toast({ tone: 'ok', title: t('members.left', { name: tenant?.name }) });
      navigate(pathTo('landing'));
      queries.setQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] }, (known = []) =>
        known.filter(({ _id }) => _id !== tenantId),
      );
    },
    onError: (error) => toastError(error, t),
    onSettled: () => setAsking(false),
  });
  // A super admin acts in organizations without belonging to them.
  if (tenant?.role === undefined) return null;
  return (
    <section className="set">
      <div>
        <h2>{t('members.leave')}</h2>
        <p>{t('members.leaveText')}</p>
      </div>
      <div>
        <Button kind="line" size="small" onClick={() => setAsking(true)}>
          {t('members.leaveAct')}
        </Button>
      </div>
      {isAsking ? (
        <Confirm
          title={t('members.leaveAsk', { name: tenant.name })}
          act={t('members.leaveYes')}
          working={leave.isPending}
          onAct={() => leave.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('members.leaveWhat')}</p>
        </Confirm>
      ) : null}
    </section>
  );
}
