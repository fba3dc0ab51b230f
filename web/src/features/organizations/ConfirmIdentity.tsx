import { type Organization, organizationsApi } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { call } from '../../api/index.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { NameComparison } from './NameComparison.tsx';
import { Owner } from './Owner.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFinishAction } from './useFinishAction.ts';

interface Props {
  organization: Organization;
  onClose: () => void;
}

/** Confirms an organization's identity; a name too similar to a confirmed one is refused and both are shown. */
export function ConfirmIdentity({ organization, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const done = useFinishAction(onClose);
  const { _id, name, publicName, createdAt } = organization;
  const confirm = useSaving({
    mutationFn: (how: string, signal) =>
      call(organizationsApi, 'confirm', { body: { id: _id, how }, signal }),
    onSuccess: () => done(t('organizations.confirm.done', { name })),
  });
  const alike = alikeOf(confirm.error);
  if (alike !== undefined) return <Alike organization={organization} other={alike} onClose={onClose} />;
  return (
    <ReasonDialog
      title={t('organizations.confirm.title', { name })}
      label={t('organizations.confirm.how')}
      hint={t('organizations.inAudit')}
      act={t('organizations.confirm.act')}
      keep={t('organizations.confirm.keep')}
      work={confirm}
      error={confirm.error}
      onAct={(how) => confirm.mutate(how)}
      onClose={onClose}
    >
      <p>{t('organizations.confirm.text')}</p>
      <Facts
        facts={[
          { term: t('organizations.publicName'), value: <Name text={publicName} strong /> },
          { term: t('organizations.owner'), value: <Owner organization={organization} /> },
          { term: t('organizations.columns.since'), value: format.dayOf(createdAt) },
        ]}
      />
    </ReasonDialog>
  );
}

function alikeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'tenant_name_confusable') return undefined;
  return typeof error.details?.name === 'string' ? error.details.name : undefined;
}

function Alike({ organization, other, onClose }: Props & { other: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog
      title={t('organizations.alike.title')}
      alert
      onClose={onClose}
      end={
        <Button kind="line" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="body">
        <p>{t('organizations.alike.text', { name: organization.name })}</p>
        <NameComparison
          name={organization.name}
          note={t('organizations.since', { day: format.dayOf(organization.createdAt) })}
          other={other}
        />
      </div>
    </Dialog>
  );
}
