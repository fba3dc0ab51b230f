import './remedies.css';
import { useTranslation } from 'react-i18next';
import { decide } from '../../auth/permissions.ts';
import { activeTenant } from '../../state/activeTenant.ts';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useClaims } from '../../tenancy/useTenancy.ts';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { placeOf } from './place.ts';
import { type Failed, stepsOf } from './steps.ts';

/** Which field of which element failed, and what can be done about it, as links to where it is done. */
export function Remedies({ failed }: { failed: Failed }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const tenantId = useStore(activeTenant) ?? '';
  const { claims } = useClaims();
  const place = placeOf(failed.error, t);
  const steps = stepsOf(failed, { pathTo, tenantId, t }).filter(
    ({ needs }) => needs === undefined || decide(claims, { permission: needs }) === 'pass',
  );
  return (
    <>
      {place ? (
        <span className="place">
          <Name text={place} />
        </span>
      ) : null}
      {steps.length > 0 ? (
        <span className="remedies">
          {steps.map(({ remedy, label, to }) =>
            to.startsWith('mailto:') ? (
              <a key={remedy} href={to}>
                {label}
              </a>
            ) : (
              <Link key={remedy} to={to}>
                {label}
              </Link>
            ),
          )}
        </span>
      ) : null}
    </>
  );
}
