import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { currentLanguage, languageNames } from '../../i18n/index.ts';
import { MailPauseFacts } from '../../tenancy/MailPauseFacts.tsx';
import { useMailPause } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { countsOf } from './many/scope.ts';
import type { Selection } from './selection.ts';
import { useActions } from './useActions.ts';

/** Errors that concern all e-mails of the organization. */
const mailStops = new Set(['mail_paused', 'mail_quota_reached']);

/** An e-mail cannot be recalled, so sending several is confirmed first. */
export function EmailStudents({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const acts = useActions();
  const [working, setWorking] = useState(false);
  /** The organization may not send e-mails: shown in the dialog, where it stays until it is closed. */
  const [stopped, setStopped] = useState<unknown>();
  const { reachable } = countsOf(selection);
  const values = { count: reachable, number: format.count(reachable) };
  const send = async (): Promise<void> => {
    setWorking(true);
    let kept = false;
    await acts.email(selection, (error) => {
      kept = error instanceof ApiError && mailStops.has(error.code);
      if (kept) setStopped(error);
      return kept;
    });
    if (kept) setWorking(false);
    else onClose();
  };
  const pause = useMailPause();
  if (pause) {
    return (
      <Dialog
        title={t('mailPause.title')}
        alert
        onClose={onClose}
        end={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <div className="body stack-s">
          <p>
            <MailPauseFacts pause={pause} />
          </p>
        </div>
      </Dialog>
    );
  }
  if (stopped !== undefined) {
    return (
      <Dialog
        title={t('students.email.stopped')}
        alert
        onClose={onClose}
        end={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <div className="body stack-s">
          <p>{causeOf(stopped, t)}</p>
          <p className="mute">{t('students.email.stoppedText')}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Confirm
      title={t('students.email.title', values)}
      act={t('students.email.act', values)}
      danger={false}
      working={working}
      onAct={() => void send()}
      onClose={onClose}
    >
      <p>{t('students.email.text', { language: languageNames[currentLanguage()] })}</p>
    </Confirm>
  );
}
