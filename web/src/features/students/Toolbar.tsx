import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Gate, useMay } from '../../tenancy/Gate.tsx';
import { useMailPause } from '../../tenancy/useTenancy.ts';
import { Button, buttonClass } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu/Menu.tsx';
import type { Open } from './open.ts';
import { type Selection, withCertificate, withCertificateAndEmail } from './selection.ts';
import { useActions } from './useActions.ts';

/** The actions for the selected students, and the two ways to add students. */
export function Toolbar({
  selection,
  onOpen,
  onClear,
}: {
  selection: Selection;
  onOpen: (open: Open) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="toolbar">
      {selection.size > 0 ? (
        <Gate permission="ui.bulk_actions">
          <BulkMenu selection={selection} onOpen={onOpen} onClear={onClear} />
        </Gate>
      ) : null}
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

function BulkMenu({
  selection,
  onOpen,
  onClear,
}: {
  selection: Selection;
  onOpen: (open: Open) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const acts = useActions();
  const isPaused = useMailPause() !== undefined;
  const students = [...selection.values()];
  const certified = withCertificate(students);
  const reachable = withCertificateAndEmail(students);
  const all: (MenuEntry & { allowed: boolean })[] = [
    {
      id: 'generate',
      label: t('students.bulk.generate'),
      aside: format.count(students.length),
      allowed: useMay('certificates.generate_bulk'),
      run: () => onOpen({ is: 'generate', students }),
    },
    {
      id: 'zip',
      label: t('students.bulk.zip'),
      aside: format.count(certified.length),
      disabled: certified.length === 0,
      allowed: useMay('certificates.download_bulk'),
      run: () => void acts.zip(certified),
    },
    {
      id: 'email',
      label: t('students.bulk.email'),
      aside: isPaused ? t('mailPause.word') : format.count(reachable.length),
      disabled: reachable.length === 0,
      allowed: useMay('emails.send_bulk'),
      run: () => onOpen({ is: 'email', students: reachable }),
    },
    {
      id: 'delete',
      label: t('students.bulk.delete'),
      aside: format.count(students.length),
      danger: true,
      cut: true,
      allowed: useMay('students.delete_bulk'),
      run: () => onOpen({ is: 'delete', students }),
    },
    { id: 'clear', label: t('students.bulk.clear'), cut: true, allowed: true, run: onClear },
  ];
  return (
    <Menu
      label={t('students.bulk.label', { count: students.length, number: format.count(students.length) })}
      triggerClass={buttonClass('line', 'small', 'grow')}
      entries={all.filter((entry) => entry.allowed)}
      trigger={
        <>
          {t('students.bulk.chosen', { count: students.length, number: format.count(students.length) })}
          <Icon name="down" />
        </>
      }
    />
  );
}
