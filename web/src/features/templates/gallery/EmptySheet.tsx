import { useTranslation } from 'react-i18next';
import { usePathTo } from '../../../tenancy/routes.ts';
import { Link } from '../../../ui/link/Link.tsx';

/** Leads to the editor with an empty sheet. */
export function EmptySheet() {
  const { t } = useTranslation();
  const to = usePathTo()('newTemplate');
  return (
    <div className="pick">
      <Link className="sheet-pic" to={to} tabIndex={-1} aria-hidden="true">
        <span className="leaf leaf--blank" />
      </Link>
      <span className="sheet-cap is-plain">
        <span>
          <b>
            <Link to={to}>{t('templates.gallery.emptySheet')}</Link>
          </b>
          <small>{t('templates.gallery.emptySheetText')}</small>
        </span>
      </span>
    </div>
  );
}
