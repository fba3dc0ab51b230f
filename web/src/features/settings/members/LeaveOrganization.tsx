import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveDialog } from '../../../tenancy/LeaveDialog.tsx';
import { OnlyOwner } from '../../../tenancy/OnlyOwner.tsx';
import { usePathTo } from '../../../tenancy/routes.ts';
import { useTenancy } from '../../../tenancy/useTenancy.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useNavigation } from '../../../ui/link/navigation.ts';

/** Ends one's own membership. */
export function LeaveOrganization({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const { navigate } = useNavigation();
  const pathTo = usePathTo();
  const reason = useId();
  const { tenants = [] } = useTenancy();
  const [isAsking, setAsking] = useState(false);
  const tenant = tenants.find(({ _id }) => _id === tenantId);
  // A super admin acts in organizations without belonging to them.
  if (tenant?.role === undefined) return null;
  return (
    <section className="set">
      <div>
        <h2>{t('ending.leave.title')}</h2>
        <p>{t('ending.leave.text')}</p>
      </div>
      <div className="stack-s">
        <Button
          kind="line"
          size="small"
          disabled={tenant.onlyOwner}
          aria-describedby={tenant.onlyOwner ? reason : undefined}
          onClick={() => setAsking(true)}
        >
          {t('ending.leave.openThis')}
        </Button>
        {tenant.onlyOwner ? <OnlyOwner tenantId={tenantId} id={reason} /> : null}
      </div>
      {isAsking ? (
        <LeaveDialog
          tenant={tenant}
          onLeft={() => navigate(pathTo('open'))}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
