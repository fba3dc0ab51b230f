import { useTranslation } from 'react-i18next';
import { holds } from '../../auth/permissions.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Mark } from '../../ui/mark/Mark.tsx';
import { Menu, type MenuEntry } from '../../ui/menu/Menu.tsx';
import { Name } from '../../ui/name/Name.tsx';

export function TenantSwitch() {
  const { t } = useTranslation();
  const { navigate } = useNavigation();
  const pathTo = usePathTo();
  const { tenants = [], tenant } = useTenancy();
  const { claims } = useClaims();
  if (!tenant) return null;
  const entries: MenuEntry[] = tenants.map((one) => ({
    id: one._id,
    text: one.name,
    label: (
      <span className="tenant-line">
        <Mark publicName={one.publicName} logoUrl={one.logoUrl} size={26} />
        <Name text={one.name} />
      </span>
    ),
    current: one._id === tenant._id,
    ...(one._id === tenant._id ? { aside: <Icon name="check" /> } : {}),
    run: () => {
      if (one._id === tenant._id) return;
      // Makes it the active one on the way, when the current page has let go of what it was editing.
      navigate(pathTo('open', { tenantId: one._id }));
    },
  }));
  if (claims && holds(claims, 'settings.view')) {
    entries.push({
      id: 'settings',
      label: t('header.settingsOf', { name: tenant.name }),
      cut: true,
      run: () => navigate(pathTo('settings', { tenantId: tenant._id, tab: 'general' })),
    });
  }
  entries.push({
    id: 'create',
    label: t('header.createTenant'),
    run: () => navigate(`${pathTo('onboarding')}?mode=create`),
    cut: entries.at(-1)?.id !== 'settings',
  });
  return (
    <Menu
      label={t('header.switchTenant', { name: tenant.name })}
      triggerClass="switch-tenant"
      placement="bottom start"
      entries={entries}
      trigger={
        <>
          <Mark publicName={tenant.publicName} logoUrl={tenant.logoUrl} size={26} />
          <span className="strong tenant-name">
            <Name text={tenant.name} />
          </span>
          <Icon name="down" />
        </>
      }
    />
  );
}
