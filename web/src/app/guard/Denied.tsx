import type { Permission } from '@sello/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePathTo } from '../../tenancy/routes.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Facts } from '../../ui/facts/Facts.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/** Access denied: the missing permission (none for pages of super admins), the organization, and a way back. */
export function Denied({ permission }: { permission: Permission | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pathTo = usePathTo();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const heading = useRef<HTMLHeadingElement>(null);
  const roles = (claims?.roles ?? []).map((role) => t(`common.roles.${role}`));
  useEffect(() => {
    // After the layout has focused the page.
    queueMicrotask(() => heading.current?.focus());
  }, []);
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{t('errors.accessDenied')}</PageTitle>
      <h1 ref={heading} tabIndex={-1}>
        {t('errors.accessDenied')}
      </h1>
      <p className="lead">
        {permission ? t('errors.insufficientPermissions') : t('errors.superAdminRequired')}
      </p>
      <Facts
        facts={[
          { term: t('errors.organization'), value: <Name text={tenant?.name ?? '–'} /> },
          ...(permission ? [{ term: t('errors.requiredPermission'), value: permission, strong: true }] : []),
          { term: t('errors.yourRole'), value: roles.length > 0 ? roles.join(', ') : t('errors.noRole') },
        ]}
      />
      <div className="form-acts">
        <Button
          kind="line"
          icon="back"
          onClick={() => void (hasPrevious() ? navigate(-1) : navigate(pathTo('open'), { replace: true }))}
        >
          {t('common.goBack')}
        </Button>
      </div>
    </main>
  );
}

/** Whether the entry before this one in the history is a page of this app: the router counts its own. */
function hasPrevious(): boolean {
  const { idx } = (history.state ?? {}) as { idx?: number };
  return (idx ?? 0) > 0 || document.referrer.startsWith(`${location.origin}/`);
}
