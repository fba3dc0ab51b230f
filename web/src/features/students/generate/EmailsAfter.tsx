import type { Language } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { useMailPause } from '../../../tenancy/useTenancy.ts';
import { CheckChoice } from '../../../ui/choice/Choice.tsx';
import { Letter, type Reader } from '../Letter.tsx';

/** Whether the certificates are sent when all are issued, and in which language. */
export interface EmailChoice {
  send: boolean;
  language: Language;
}

/** Whether the choice can be carried out: somebody has an address, and the organization's e-mails are not paused. */
export function useCanEmail(reachable: number): boolean {
  const isPaused = useMailPause() !== undefined;
  return useMay('emails.send_bulk') && reachable > 0 && !isPaused;
}

/** The e-mails that the server sends after the certificates; nothing for people who may not send any. */
export function EmailsAfter({
  count,
  reachable,
  reader,
  choice,
  onChange,
}: {
  count: number;
  /** How many of them have an address. */
  reachable: number;
  /** Whose letter is shown. */
  reader: Reader | undefined;
  choice: EmailChoice;
  onChange: (choice: EmailChoice) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayEmail = useMay('emails.send_bulk');
  const isPaused = useMailPause() !== undefined;
  const canSend = useCanEmail(reachable);
  if (!mayEmail) return null;
  const sends = choice.send && canSend;
  return (
    <div className="mailrow stack-s">
      <CheckChoice
        checked={sends}
        disabled={!canSend}
        onChange={(event) => onChange({ ...choice, send: event.target.checked })}
        note={
          isPaused
            ? t('mailPause.nothingSent')
            : t('certificates.generation.reachable', {
                count,
                reachable: format.count(reachable),
                number: format.count(count),
              })
        }
      >
        {t('certificates.generation.sendEmails')}
      </CheckChoice>
      {sends ? (
        <div className="under-choice">
          <Letter
            reader={reader}
            language={choice.language}
            onChange={(language) => onChange({ ...choice, language })}
          />
        </div>
      ) : null}
    </div>
  );
}
