import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Gate } from '../../tenancy/Gate.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button, buttonClass } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import type { Open } from './open.ts';

/** The actions for the selected students, and the two ways to add students. */
export function Toolbar({ onOpen, children }: { onOpen: (open: Open) => void; children: ReactNode }) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  return (
    <div className="toolbar">
      <Gate permission="ui.bulk_actions">{children}</Gate>
      <Gate permission="students.delete_bulk">
        <Link className={buttonClass('bare', 'small')} to={pathTo('trash')}>
          <Icon name="trash" />
          <span>{t('students.trash')}</span>
        </Link>
      </Gate>
      <Gate permission="students.import">
        <Button
          kind="line"
          size="small"
          icon="upload"
          className="grow"
          onClick={() => onOpen({ is: 'import' })}
        >
          {t('students.importCsv')}
        </Button>
      </Gate>
      <Gate permission="students.create">
        <Button size="small" icon="plus" className="grow" onClick={() => onOpen({ is: 'form' })}>
          <span className="only-wide">{t('students.new')}</span>
          <span className="only-narrow">{t('students.newShort')}</span>
        </Button>
      </Gate>
    </div>
  );
}
