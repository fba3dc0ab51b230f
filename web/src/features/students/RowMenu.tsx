import type { Student } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../tenancy/Gate.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Menu, type MenuEntry } from '../../ui/menu/Menu.tsx';
import type { Open } from './open.ts';
import { selectionOf } from './selection.ts';

interface Props {
  student: Student;
  generating: boolean;
  onOpen: (open: Open) => void;
}

/** The actions for one student. */
export function RowMenu({ student, generating, onOpen }: Props) {
  const { t } = useTranslation();
  const pathTo = usePathTo();
  const { navigate } = useNavigation();
  const { certId } = student;
  // Who issued a certificate revokes it on the student's page, which knows who did.
  const mayRevoke = useMay('settings.edit') && certId !== undefined;
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
      run: () => onOpen({ is: 'email', selection: selectionOf([student]) }),
    },
    {
      id: 'open',
      label: t('students.row.open'),
      allowed: true,
      run: () => navigate(pathTo('student', { studentId: student._id })),
    },
    {
      id: 'revoke',
      label: t('students.row.revoke'),
      danger: true,
      cut: true,
      allowed: mayRevoke,
      run: () => onOpen({ is: 'revoke', certId: certId ?? '', holder: student.fullName }),
    },
    {
      id: 'delete',
      label: t('students.row.delete'),
      danger: true,
      cut: !mayRevoke,
      allowed: useMay('students.delete_bulk'),
      run: () => onOpen({ is: 'delete', selection: selectionOf([student]) }),
    },
    {
      id: 'erase',
      label: t('students.row.erase'),
      danger: true,
      allowed: useMay('students.delete_bulk'),
      run: () => onOpen({ is: 'erase', student }),
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
