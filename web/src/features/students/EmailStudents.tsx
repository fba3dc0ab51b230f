import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { MailPauseFacts } from '../../tenancy/MailPauseFacts.tsx';
import { useMailPause } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Cancel } from '../../ui/saving/Cancel.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { Letter, useFirstReader } from './Letter.tsx';
import { countsOf } from './many/scope.ts';
import type { Selection } from './selection.ts';
import { useActions } from './useActions.ts';

/** Errors that concern all e-mails of the organization. */
const mailStops = new Set(['mail_paused', 'mail_quota_reached']);

/** An e-mail cannot be recalled: the person chooses its language and reads the letter before it is sent. */
export function EmailStudents({ selection, onClose }: { selection: Selection; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const acts = useActions();
  const [language, setLanguage] = useState(currentLanguage);
  /** The organization may not send e-mails: shown in the dialog, where it stays until it is closed. */
  const [stopped, setStopped] = useState<unknown>();
  const { reachable } = countsOf(selection);
  const reader = useFirstReader(selection, { certified: true });
  const values = { count: reachable, number: format.count(reachable) };
  const send = useSaving({
    mutationFn: async () => {
      let kept = false;
      await acts.email(selection, language, (error) => {
        kept = error instanceof ApiError && mailStops.has(error.code);
        if (kept) setStopped(error);
        return kept;
      });
      return kept;
    },
    onSuccess: (kept) => {
      if (!kept) onClose();
    },
  });
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
        title={t('studentDetails.email.stopped')}
        alert
        onClose={onClose}
        end={<Button onClick={onClose}>{t('common.close')}</Button>}
      >
        <div className="body stack-s">
          <p>{causeOf(stopped, t)}</p>
          <p className="mute">{t('studentDetails.email.stoppedText')}</p>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('studentDetails.email.title', values)}
      onClose={onClose}
      work={send}
      isDirty={false}
      className="email"
      end={
        <>
          <Cancel work={send} onClose={onClose} />
          <Button kind="ink" working={send.isPending} onClick={() => send.mutate()}>
            {t('studentDetails.email.act', values)}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body stack" tabIndex={0} aria-label={t('studentDetails.letter.region')}>
        <p>{t('studentDetails.email.text')}</p>
        <Letter
          reader={reader && { _id: reader._id, fullName: reader.fullName }}
          language={language}
          onChange={setLanguage}
        />
      </section>
    </Dialog>
  );
}
