import { useTranslation } from 'react-i18next';
import { Link } from '../ui/link/Link.tsx';
import { Rich } from '../ui/rich/Rich.tsx';
import { usePathTo } from './routes.ts';

/** Why an only owner cannot leave, and where they give the organization away or delete it. */
export function OnlyOwner({ tenantId, id }: { tenantId: string; id: string }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  return (
    <span className="hint" id={id}>
      <Rich
        text={t('ending.leave.onlyOwner')}
        parts={{
          give: <Link to={pathTo('settings', { tenantId, tab: 'members' })} />,
          end: <Link to={pathTo('settings', { tenantId, tab: 'general' })} />,
        }}
      />
    </span>
  );
}
