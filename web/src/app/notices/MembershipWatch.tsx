import type { Tenant } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentUser, session } from '../../auth/session.ts';
import { useStore } from '../../state/useStore.ts';
import { takeOwnChange } from '../../tenancy/own-changes.ts';
import { usePathTo, useRoutes } from '../../tenancy/routes.ts';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { toast } from '../../ui/toast/queue.ts';
import { matchRoute } from '../routes/match.ts';

interface Known {
  userId: string;
  tenants: readonly Tenant[];
  activeId: string | undefined;
}

/** Of this window: the layout is mounted anew for another organization, and another one is for people without any. */
let known: Known | undefined;

/** How often the list is read again, ms. A socket reports changes at once, but not every screen and role has one. */
const rereadMs = 60_000;

/**
 * Tells a person whom others remove, block or give another role while the app is open, and leads a person who has lost
 * the organization of the page to another one. The guard leads those who have none left. `isOfNone`: the pages are of no
 * organization, such as an invitation, and nobody is led away from them.
 */
export function MembershipWatch({ isOfNone = false }: { isOfNone?: boolean }) {
  const { t } = useTranslation();
  const userId = currentUser(useStore(session))?.id;
  const { tenants, tenant } = useTenancy();
  const { claims } = useClaims();
  const { pathname, navigate } = useNavigation();
  const routes = useRoutes();
  const pathTo = usePathTo();
  const queries = useQueryClient();
  const activeId = tenant?._id;

  useEffect(() => {
    if (!tenants || userId === undefined) return;
    const before = known;
    known = { userId, tenants, activeId };
    if (before?.userId !== userId || before.tenants === tenants) return;
    const changes = changesOf(before.tenants, tenants).filter(({ tenantId }) => !takeOwnChange(tenantId));
    for (const { name, role } of changes) {
      toast({
        tone: 'warn',
        title: role
          ? t('ending.role.title', { name, role: t(`common.roles.${role}`) })
          : t('ending.lost.title', { name }),
        text: role ? t('ending.role.text') : t('ending.lost.text'),
        ofPerson: true,
        untilClosed: true,
      });
    }
    if (changes.length > 0) void queries.invalidateQueries({ queryKey: ['rpc'] });
    // A super admin still sees it.
    const isLost =
      changes.some(({ tenantId }) => tenantId === before.activeId) &&
      !tenants.some(({ _id }) => _id === before.activeId);
    const isOfTenant = !isOfNone && matchRoute(routes, pathname)?.tenantless !== true;
    if (isLost && isOfTenant && tenants.length > 0) navigate(pathTo('open'), { replace: true });
  }, [userId, tenants, activeId, isOfNone, t, queries, routes, pathname, navigate, pathTo]);

  // For super admins the list has every organization.
  const isSuperAdmin = claims?.roles.includes('super_admin') ?? false;
  useEffect(() => {
    if (isSuperAdmin) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: ['tenants', 'my'] });
    }, rereadMs);
    return () => clearInterval(timer);
  }, [isSuperAdmin, queries]);
  return null;
}

interface Change {
  tenantId: string;
  name: string;
  /** The new role; undefined if the person is no longer a member. */
  role: Tenant['role'];
}

function changesOf(before: readonly Tenant[], now: readonly Tenant[]): Change[] {
  const roles = new Map(now.map(({ _id, role }) => [_id, role]));
  // Nobody belongs to an organization whose data was removed after its deletion.
  return before
    .filter(({ _id, role, deletion }) => role && !deletion && role !== roles.get(_id))
    .map(({ _id, name }) => ({ tenantId: _id, name, role: roles.get(_id) }));
}
