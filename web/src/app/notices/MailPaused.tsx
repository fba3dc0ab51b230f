import { useTranslation } from 'react-i18next';
import { MailPauseFacts } from '../../tenancy/MailPauseFacts.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { useClaims, useMailPause, useTenancy } from '../../tenancy/useTenancy.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';

/** Notice on every page of an organization while its e-mails are paused. */
export function MailPausedNotice() {
  const { t } = useTranslation();
  const { pathname } = useNavigation();
  const pathTo = usePathTo();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const pause = useMailPause();
  // Those pages show other organizations, each with its own pause.
  if (!pause || !tenant || pathname.startsWith(pathTo('organizations'))) return null;
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
            <Link to={pathTo('organizations', { organizationId: tenant._id })}>{t('mailPause.letGoOn')}</Link>
          </>
        ) : null}
      </p>
    </section>
  );
}
