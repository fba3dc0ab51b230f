import './ending.css';
import { tenantsApi } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { showStart } from '../../../batches/actions.ts';
import { useClaims, useTenancy } from '../../../tenancy/useTenancy.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { DeleteOrganization } from './DeleteOrganization.tsx';

/** The export of all data, and the end of the organization; only for its owners. */
export function EndOrganization({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const { tenants = [] } = useTenancy();
  const { claims } = useClaims();
  const [isDeleting, setIsDeleting] = useState(false);
  const start = useMutation({
    mutationFn: () => call(tenantsApi, 'export', { body: { tenantId } }),
    onSuccess: ({ batchId }) => {
      showStart(batchId);
      toast({ tone: 'info', title: t('ending.export.started'), text: t('ending.export.startedText') });
    },
    onError: (error) => toastError(error, t),
  });
  const tenant = tenants.find(({ _id }) => _id === tenantId);
  const mayEnd = claims?.roles.some((role) => role === 'owner' || role === 'super_admin');
  if (!tenant || !mayEnd) return null;
  return (
    <section className="set end-organization">
      <div>
        <h2>{t('ending.title')}</h2>
        <p>{t('ending.text')}</p>
      </div>
      <div className="stack">
        <div className="stack-s">
          <h3>{t('ending.export.title')}</h3>
          <p className="mute">{t('ending.export.text')}</p>
          <Button kind="line" working={start.isPending} onClick={() => start.mutate()}>
            {t('ending.export.act')}
          </Button>
        </div>
        <div className="stack-s">
          <h3>{t('ending.delete.title')}</h3>
          <p className="mute">{t('ending.delete.text')}</p>
          <Button kind="danger" onClick={() => setIsDeleting(true)}>
            {t('ending.delete.open')}
          </Button>
        </div>
      </div>
      {isDeleting ? <DeleteOrganization tenant={tenant} onClose={() => setIsDeleting(false)} /> : null}
    </section>
  );
}
