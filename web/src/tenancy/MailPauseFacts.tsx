import type { MailPause } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { Name } from '../ui/name/Name.tsx';

/** Since when and why e-mails are paused, and who can resume them. */
export function MailPauseFacts({ pause: { at, reason, refused } }: { pause: MailPause }) {
  const { t } = useTranslation();
  const format = useFormat();
  const when = { day: format.dayOf(at), time: format.time(at) };
  return (
    <>
      {refused ? t('mailPause.byPlatform', { ...when, ...refused }) : t('mailPause.byOperator', when)}{' '}
      {reason === undefined ? null : (
        <q>
          <Name text={reason} />
        </q>
      )}
      <br />
      {t('mailPause.who')}
    </>
  );
}
