import './generate.css';
import { type BriefStudent, type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { activeClient } from '../../../api/tenant-client.ts';
import { useIdempotencyKey } from '../../../api/useIdempotencyKey.ts';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { type Selection, toCorrect } from '../selection.ts';
import { ApplyToAll } from './ApplyToAll.tsx';
import { AskedFields } from './asked/AskedFields.tsx';
import { BatchNameField } from './asked/BatchNameField.tsx';
import { useAsked } from './asked/useAsked.ts';
import { useBatchName } from './asked/useBatchName.ts';
import { CheckDialog } from './check/CheckDialog.tsx';
import { type EmailChoice, EmailsAfter, useCanEmail } from './EmailsAfter.tsx';
import { GenerateEnd } from './GenerateEnd.tsx';
import { Picker } from './Picker.tsx';
import {
  appliedToAll,
  type Choice,
  firstChoice,
  firstPicks,
  noChange,
  obstacle,
  picked,
  picksOf,
  readerOf,
  type SigningChoice,
  withEmail,
  withoutTemplate,
} from './rules.ts';
import { SigningFields } from './SigningFields.tsx';
import { startGeneration } from './start.ts';

interface Props {
  students: readonly BriefStudent[];
  templates: readonly TemplateSummary[];
  preselect?: string;
  onClose: () => void;
  onSelect: (selection: Selection) => void;
}

/**
 * A template for each student, what these ask for once, signing, and e-mails. The button is enabled only when everybody
 * has a template and a signature a certificate; what is missing is named beside it.
 */
export function GenerateDialog({ students: chosen, templates, preselect, onClose, onSelect }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  // Those who cannot be issued, as the check found.
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const students = useMemo(() => chosen.filter(({ _id }) => !without.has(_id)), [chosen, without]);
  const [isChecking, setIsChecking] = useState(false);
  const tenantId = activeTenant.get() ?? '';
  const settings = useQuery(reading(tenantsApi, 'certificates', { query: { tenantId } }));
  const [firstChosen] = useState<Choice>(() => ({
    own: firstPicks(
      chosen,
      templates.map(({ _id }) => _id),
      preselect,
    ),
    forAll: noChange,
    others: new Map(),
  }));
  const [choice, setChoice] = useState(firstChosen);
  const picks = useMemo(() => picksOf(choice), [choice]);
  const rows = useMemo(
    () => ({ students: students.map(({ _id }) => ({ _id, templateId: picks.get(_id) ?? '' })) }),
    [students, picks],
  );
  const asked = useAsked(rows);
  const names = new Map(templates.map(({ _id, name }) => [_id, name]));
  const usedNames = [...new Set(picks.values())].flatMap((templateId) => names.get(templateId) ?? []);
  const batchName = useBatchName(asked.values, usedNames);
  const [signing, setSigning] = useState<SigningChoice>(() => firstChoice(settings.data));
  const touched = useRef(false);
  useEffect(() => {
    if (!touched.current && settings.data) setSigning(firstChoice(settings.data));
  }, [settings.data]);
  const [emails, setEmails] = useState<EmailChoice>({ send: false, language: currentLanguage() });
  const reachable = withEmail(students).length;
  const first = students.find(({ email }) => email);
  const canSend = useCanEmail(reachable);
  const emailLanguage = emails.send && canSend ? emails.language : undefined;
  const idempotencyKey = useIdempotencyKey([
    ...[[...picks], signing, emailLanguage, [...without], asked.values, batchName.sent],
  ]);

  const start = useSaving({
    mutationFn: () =>
      startGeneration(activeClient(), {
        students,
        picks,
        signing,
        emailLanguage,
        batch: { values: asked.values, name: batchName.sent },
        idempotencyKey,
      }),
    onSuccess: () => {
      toast({ tone: 'info', title: t('students.started'), text: t('students.startedText') });
      onClose();
    },
    onError: (error) => {
      const single = students.length === 1 ? t('certificates.generation.failedOne') : undefined;
      toastError(error, t, single);
    },
  });
  const missing = obstacle(picks, signing);
  // What was chosen is there again after the check, so it is not the controls that tell.
  const isDirty =
    choice !== firstChosen || touched.current || emails.send || asked.isDirty || batchName.isDirty;
  if (isChecking) {
    return (
      <CheckDialog
        rows={{ students: chosen.map(({ _id }) => ({ _id, templateId: picks.get(_id) ?? '' })) }}
        count={chosen.length}
        values={asked.values}
        isDirty={isDirty}
        onClose={onClose}
        onBack={() => setIsChecking(false)}
        onSkip={() => setIsChecking(false)}
        onGoOn={(ids) => {
          setWithout(ids);
          setIsChecking(false);
        }}
        onRepair={(ids) => {
          // Only they stay selected, so that they can be corrected.
          const bad = new Set(ids);
          onSelect(toCorrect(chosen.filter(({ _id }) => bad.has(_id))));
          onClose();
        }}
      />
    );
  }
  const values = { count: students.length, number: format.count(students.length) };
  return (
    <Dialog
      title={t('certificates.generation.title', values)}
      onClose={onClose}
      wide
      work={start}
      isDirty={isDirty}
      className="gen"
      end={
        <GenerateEnd
          count={students.length}
          missing={missing}
          lacking={withoutTemplate(picks)}
          asked={asked}
          isNameTooLong={batchName.isTooLong}
          // Until it is known whether there is a key, nothing is issued unsigned by default.
          isWaiting={settings.isPending}
          work={start}
          onClose={onClose}
          onCheck={() => setIsChecking(true)}
          onGenerate={() => start.mutate()}
        />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body" tabIndex={0} aria-label={t('certificates.generation.region')}>
        <ApplyToAll
          lead={t('certificates.generation.lead')}
          value={choice.forAll}
          templates={templates}
          applied={students.filter(({ _id }) => picks.get(_id) === choice.forAll).length}
          total={students.length}
          onChange={(forAll) => setChoice(appliedToAll(choice, forAll))}
        />
        <Picker
          students={students}
          templates={templates}
          picks={picks}
          onPick={(studentId, templateId) => setChoice(picked(choice, studentId, templateId))}
        />
        <AskedFields asked={asked} />
        <SigningFields
          settings={settings.data}
          failed={settings.isError}
          choice={signing}
          onChange={(changed) => {
            touched.current = true;
            setSigning(changed);
          }}
        />
        <EmailsAfter
          count={students.length}
          reachable={reachable}
          reader={readerOf(first, first && picks.get(first._id), signing, asked.values)}
          choice={emails}
          onChange={setEmails}
        />
        <BatchNameField name={batchName} />
      </section>
    </Dialog>
  );
}
