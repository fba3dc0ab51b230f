import { type Organization, organizationsApi } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { useSaving } from '../../ui/saving/useSaving.ts';
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
  const withdraw = useSaving({
    mutationFn: (reason: string, signal) =>
      call(organizationsApi, 'withdraw', { body: { id: _id, reason }, signal }),
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
      work={withdraw}
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
