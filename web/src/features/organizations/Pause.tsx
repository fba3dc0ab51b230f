import { type Organization, organizationsApi, type Pausable } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFinishAction } from './useFinishAction.ts';

interface Props {
  organization: Organization;
  what: Pausable;
  act: 'pause' | 'resume';
  onClose: () => void;
}

/** Pauses or resumes an organization's e-mails or access; a pause needs a reason. */
export function Pause({ organization, what, act, onClose }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const done = useFinishAction(onClose);
  const { _id: id, name, members } = organization;
  const change = useSaving({
    mutationFn: (reason: string, signal) =>
      act === 'pause'
        ? call(organizationsApi, 'pause', { body: { id, what, reason }, signal })
        : call(organizationsApi, 'resume', { body: { id, what }, signal }),
    onSuccess: () => done(t(`organizations.${act}.${what}.done`, { name })),
  });
  if (act === 'resume') {
    return (
      <Confirm
        title={t(`organizations.resume.${what}.title`, { name })}
        act={t(`organizations.resume.${what}.act`)}
        danger={false}
        work={change}
        onAct={() => change.mutate('')}
        onClose={onClose}
      >
        <p>{t(`organizations.resume.${what}.text`)}</p>
        {change.error ? (
          <p className="hint bad" role="alert">
            {causeOf(change.error, t)}
          </p>
        ) : null}
      </Confirm>
    );
  }
  return (
    <ReasonDialog
      title={t(`organizations.pause.${what}.title`, { name })}
      label={t('organizations.why')}
      hint={t(what === 'mail' ? 'organizations.inNotice' : 'organizations.inAudit')}
      act={t(`organizations.pause.${what}.act`)}
      keep={t(`organizations.pause.${what}.keep`)}
      danger
      work={change}
      error={change.error}
      onAct={(reason) => change.mutate(reason)}
      onClose={onClose}
    >
      <p>{t(`organizations.pause.${what}.text`, { count: members, number: format.count(members) })}</p>
      <div className="note">
        <Icon name="info" />
        <p>{t('organizations.pause.stays')}</p>
      </div>
    </ReasonDialog>
  );
}
