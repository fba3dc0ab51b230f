import type { MailPause } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useFormat } from '../../i18n/format.ts';
import { useClaims, useMailPause, useTenancy } from '../../tenancy/useTenancy.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';

/** Stands over the pages of an organization for as long as its e-mails are paused. */
export function MailPausedNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const pause = useMailPause();
  // There the operator looks at other organizations, each with its own pause.
  if (!pause || !tenant || pathname.startsWith('/organizations')) return null;
  return (
    <section className="note note--warn mail-paused" aria-label={t('mailPause.title')}>
      <Icon name="bang" />
      <p>
        <b className="strong">{t('mailPause.title')}</b>
        <br />
        <MailPauseFacts pause={pause} />
        {claims?.roles.includes('super_admin') ? (
          <>
            {' '}
            <Link to={`/organizations/${tenant._id}`}>{t('mailPause.letGoOn')}</Link>
          </>
        ) : null}
      </p>
    </section>
  );
}

/** Since when and why, and who can end it. */
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
