import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../tenancy/routes.ts';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';

/** Who is signed in; leads to their account. */
export function PersonLink({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <Link className="person" to={usePathTo()('account')} aria-label={t('header.accountOf', { email })}>
      <Name text={email} />
    </Link>
  );
}
