import { studentsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/index.ts';
import { reading } from '../../../api/reading.ts';
import { csvDelimiter } from '../../../i18n/csv-delimiter.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useMay } from '../../../tenancy/Gate.tsx';
import { useDay } from '../../../tenancy/useDay.ts';
import { useMailPause } from '../../../tenancy/useTenancy.ts';
import { buttonClass } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu/Menu.tsx';
import { saveBlob } from '../../../ui/save/save.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import type { Open } from '../open.ts';
import { nobody, type Selection, selectionOf } from '../selection.ts';
import { useActions } from '../useActions.ts';
import { sendRule } from './growth.ts';
import { countsOf, hasRule, withCertificate, withCertificateAndEmail } from './scope.ts';

interface Props {
  selection: Selection;
  onOpen: (open: Open) => void;
  onSelect: (selection: Selection) => void;
}

/** The actions for the selected students, each with the number of those that it applies to. */
export function BulkMenu({ selection: given, onOpen, onSelect }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const dayOf = useDay();
  const acts = useActions();
  const isPaused = useMailPause() !== undefined;
  const selection = useCurrentCounts(given);
  const { count, certified, reachable } = countsOf(selection);
  const values = { count, number: format.count(count) };
  const students = [...selection.students.values()];
  const isRule = hasRule(selection);

  const saveCsv = async (): Promise<void> => {
    const delimiter = csvDelimiter();
    try {
      const bytes = isRule
        ? await sendRule(
            selection,
            (number) => t('studentDetails.bulk.grew.export', { number: format.count(number) }),
            (rule, client) => client.call(studentsApi, 'export', { body: { selection: rule, delimiter } }),
          )
        : await call(studentsApi, 'export', { body: { ids: [...selection.students.keys()], delimiter } });
      if (bytes === undefined) return;
      saveBlob(`students_${dayOf(new Date())}.csv`, new Blob([bytes as BlobPart], { type: 'text/csv' }));
    } catch (error) {
      toastError(error, t);
    }
  };
  const all: (MenuEntry & { allowed: boolean })[] = [
    {
      id: 'generate',
      label: t('studentDetails.bulk.generate'),
      aside: values.number,
      disabled: count === 0,
      allowed: useMay('certificates.generate_bulk'),
      run: () => onOpen(isRule ? { is: 'generate-many', selection } : { is: 'generate', students }),
    },
    {
      id: 'zip',
      ...labelled(
        t('studentDetails.bulk.zip'),
        certified === 0 && t('studentDetails.bulk.noCertificatesToDownload', values),
      ),
      aside: format.count(certified),
      disabled: certified === 0,
      allowed: useMay('certificates.download_bulk'),
      run: () => void acts.zip(isRule ? selection : selectionOf(withCertificate(students))),
    },
    {
      id: 'email',
      ...labelled(
        t('studentDetails.bulk.email'),
        reachable === 0 && t('studentDetails.bulk.noCertificatesToEmail'),
      ),
      aside: isPaused ? t('mailPause.word') : format.count(reachable),
      disabled: reachable === 0,
      allowed: useMay('emails.send_bulk'),
      run: () =>
        onOpen({
          is: 'email',
          selection: isRule ? selection : selectionOf(withCertificateAndEmail(students)),
        }),
    },
    {
      id: 'export',
      label: t('studentDetails.bulk.export'),
      aside: values.number,
      disabled: count === 0,
      allowed: useMay('students.view'),
      run: () => void saveCsv(),
    },
    {
      id: 'delete',
      label: t('studentDetails.bulk.delete'),
      aside: values.number,
      danger: true,
      cut: true,
      disabled: count === 0,
      allowed: useMay('students.delete_bulk'),
      run: () => onOpen({ is: 'delete', selection }),
    },
    {
      id: 'clear',
      label: t('studentDetails.bulk.clear'),
      cut: true,
      allowed: true,
      run: () => onSelect(nobody),
    },
  ];
  return (
    <Menu
      label={t('studentDetails.bulk.label', values)}
      triggerClass={buttonClass('line', 'small', 'grow')}
      entries={all.filter((entry) => entry.allowed)}
      trigger={
        <>
          {t('studentDetails.bulk.chosen', values)}
          <Icon name="down" />
        </>
      }
    />
  );
}

/** With the reason below the label when the action applies to nobody: screen readers read it with the entry. */
function labelled(label: string, reason: string | false): Pick<MenuEntry, 'label' | 'text'> {
  if (reason === false) return { label };
  return {
    text: `${label}: ${reason}`,
    label: (
      <>
        {label}
        <span className="reason">{reason}</span>
      </>
    ),
  };
}

/** The counts of a rule change while batches run; those added since the choice are never among them. */
function useCurrentCounts(selection: Selection): Selection {
  const { rule } = selection;
  const { filter, counts } = rule ?? {};
  const query = { ...filter, ...(counts && { madeAt: counts.madeAt }) };
  const current = useQuery({
    ...reading(studentsApi, 'selection-counts', { query }),
    enabled: rule !== undefined,
  });
  return rule && current.data ? { ...selection, rule: { ...rule, counts: current.data } } : selection;
}
