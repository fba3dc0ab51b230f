import type { TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Check } from '../../ui/choice/Choice.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { SheetPicture } from '../../ui/sheets/SheetPicture.tsx';

interface Props {
  template: TemplateSummary;
  /** How many students have it; absent until that is known. */
  students: number | undefined;
  /** Absent for people who may not edit templates. */
  chosen?: boolean;
  onToggle?: () => void;
  onDelete?: () => void;
}

/** One template: its picture and name lead to it, the caption says how much it is used. */
export function TemplateCard({ template, students, chosen, onToggle, onDelete }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const to = usePathTo()('template', { templateId: template._id });
  const { name } = template;
  const day = format.shortDayOf(template.updatedAt);
  return (
    <li className={chosen ? 'is-on' : undefined}>
      <Link className="sheet-pic" to={to} tabIndex={-1} aria-hidden="true">
        <SheetPicture url={template.thumbnailUrl} />
      </Link>
      <div className={onToggle ? 'sheet-cap' : 'sheet-cap is-plain'}>
        {onToggle ? (
          <Check label={t('templates.select', { name })} checked={chosen ?? false} onChange={onToggle} />
        ) : null}
        <div>
          <b>
            <Link to={to}>
              <Name text={name} />
            </Link>
          </b>
          <small className="num">
            {students === undefined
              ? t('templates.edited', { day })
              : students === 0
                ? t('templates.unusedAndEdited', { day })
                : t('templates.usedAndEdited', { count: students, number: format.count(students), day })}
          </small>
        </div>
        {onDelete ? (
          <button
            type="button"
            className="icon-btn"
            aria-label={t('templates.deleteOne', { name })}
            onClick={onDelete}
          >
            <Icon name="trash" />
          </button>
        ) : null}
      </div>
    </li>
  );
}
