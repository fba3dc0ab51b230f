import type { Student, TemplateSummary } from '@sello/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { useMailPause } from '../../tenancy/useTenancy.ts';
import { Badge } from '../../ui/badge/Badge.tsx';
import { Check } from '../../ui/choice/Choice.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu/Menu.tsx';
import { Name } from '../../ui/name/Name.tsx';
import type { Open } from './open.ts';
import { useActs } from './useActs.ts';

interface Props {
  student: Student;
  country: string;
  template: TemplateSummary | undefined;
  chosen: boolean;
  generating: boolean;
  onToggle: (student: Student) => void;
  onOpen: (open: Open) => void;
}

const none = <span className="faint">–</span>;

export const StudentRow = memo(function StudentRow(props: Props) {
  const { student, country, template, chosen, generating, onToggle } = props;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr className={chosen ? 'is-on' : undefined}>
      <td className="c-sel">
        <Check
          label={t('students.select', { name: student.fullName })}
          checked={chosen}
          onChange={() => onToggle(student)}
        />
      </td>
      <td className="name c-name">
        <Name text={student.fullName} />
      </td>
      <td className="c-id nowrap">{student.idNumber || none}</td>
      <td className="x">{country || none}</td>
      <td className="c-tpl">
        {template ? (
          <span className="tpl">
            <TemplateThumb template={template} />
            <span title={template.name}>
              <Name text={template.name} />
            </span>
          </span>
        ) : (
          none
        )}
      </td>
      <td className="c-date nowrap">{student.startDate ? format.day(student.startDate) : none}</td>
      <td className="c-date nowrap">{student.endDate ? format.day(student.endDate) : none}</td>
      <td className="c-cert">
        {generating ? (
          <span className="faint small">{t('students.generating')}</span>
        ) : student.certified ? (
          <Badge tone="ok" icon="check">
            <span className="hide">{t('students.certified')}</span>
          </Badge>
        ) : (
          <span className="hide">{t('students.notCertified')}</span>
        )}
      </td>
      <td className="act c-act">
        <RowMenu {...props} />
      </td>
    </tr>
  );
});

export function TemplateThumb({ template }: { template: TemplateSummary | undefined }) {
  if (!template?.thumbnailUrl)
    return <span className={template ? 'thumb' : 'thumb is-missing'} aria-hidden="true" />;
  return <img className="thumb" src={template.thumbnailUrl} alt="" loading="lazy" />;
}

function RowMenu({ student, generating, onOpen }: Props) {
  const { t } = useTranslation();
  const acts = useActs();
  const isPaused = useMailPause() !== undefined;
  const entries: (MenuEntry & { allowed: boolean })[] = [
    {
      id: 'edit',
      label: t('students.row.edit'),
      allowed: useMay('students.create'),
      run: () => onOpen({ is: 'form', student }),
    },
    {
      id: 'generate',
      label: generating ? t('students.generating') : t('students.row.generate'),
      disabled: generating,
      allowed: useMay('certificates.generate_bulk'),
      run: () => onOpen({ is: 'generate-one', student }),
    },
    {
      id: 'download',
      label: t('students.row.download'),
      allowed: student.certified && student.certificateUrl !== undefined,
      ...(student.certificateUrl ? { href: student.certificateUrl, target: '_blank' } : {}),
    },
    {
      id: 'email',
      label: t('students.row.email'),
      allowed: useMay('emails.send_bulk') && student.certified && student.email !== undefined,
      // While nothing can be sent, the dialog says why.
      run: () => (isPaused ? onOpen({ is: 'email', students: [student] }) : void acts.email([student])),
    },
    {
      id: 'delete',
      label: t('students.row.delete'),
      danger: true,
      cut: true,
      allowed: useMay('students.delete_bulk'),
      run: () => onOpen({ is: 'delete', students: [student] }),
    },
  ];
  const allowed = entries.filter((entry) => entry.allowed);
  if (allowed.length === 0) return null;
  return (
    <Menu
      label={t('students.actionsFor', { name: student.fullName })}
      triggerClass="icon-btn"
      trigger={<Icon name="dots" />}
      entries={allowed}
    />
  );
}
