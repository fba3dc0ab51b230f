import { type Organization, organizationsApi } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFinishAction } from './useFinishAction.ts';

/** Withdraws the operator's confirmation: every verify page of the organization changes at once. */
export function WithdrawIdentity({
  organization,
  onClose,
}: {
  organization: Organization;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const done = useFinishAction(onClose);
  const { _id, name, issued, identity } = organization;
  const withdraw = useMutation({
    mutationFn: (reason: string) => call(organizationsApi, 'withdraw', { body: { id: _id, reason } }),
    onSuccess: () => done(t('organizations.withdraw.done', { name })),
  });
  return (
    <ReasonDialog
      title={t('organizations.withdraw.title', { name })}
      label={t('organizations.why')}
      hint={t('organizations.inAudit')}
      act={t('organizations.withdraw.act')}
      keep={t('organizations.withdraw.keep')}
      danger
      working={withdraw.isPending}
      error={withdraw.error}
      onAct={(reason) => withdraw.mutate(reason)}
      onClose={onClose}
    >
      {identity.kind === 'domain' ? (
        <p>{t('organizations.withdraw.domainStays')}</p>
      ) : (
        <>
          <p className="num">
            {t('organizations.withdraw.text', { count: issued, number: format.count(issued) })}
          </p>
          <p className="mute">{t('organizations.withdraw.mail')}</p>
        </>
      )}
    </ReasonDialog>
  );
}
