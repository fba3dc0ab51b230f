import './generate.css';
import { type BriefStudent, type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/index.ts';
import { useIdempotencyKey } from '../../../api/useIdempotencyKey.ts';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { SelectField } from '../../../ui/field/Field.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { type Selection, selectionOf } from '../selection.ts';
import { CheckDialog } from './check/CheckDialog.tsx';
import { type EmailChoice, EmailsAfter, useCanEmail } from './EmailsAfter.tsx';
import { Picker } from './Picker.tsx';
import {
  appliedToAll,
  firstChoice,
  firstPicks,
  noChange,
  obstacle,
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
 * A template for each student, signing, and e-mails; the button is enabled only when nothing is missing, and the
 * missing parts are named.
 */
export function GenerateDialog({ students: chosen, templates, preselect, onClose, onSelect }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  // Those who cannot be issued, as the check found.
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const students = chosen.filter(({ _id }) => !without.has(_id));
  const [isChecking, setIsChecking] = useState(false);
  const tenantId = activeTenant.get() ?? '';
  const settings = useQuery(reading(tenantsApi, 'certificates', { query: { tenantId } }));
  const [picks, setPicks] = useState(() =>
    firstPicks(
      chosen,
      templates.map(({ _id }) => _id),
      preselect,
    ),
  );
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
  const idempotencyKey = useIdempotencyKey([[...picks], signing, emailLanguage, [...without]]);

  const start = useMutation({
    mutationFn: () =>
      startGeneration({
        students,
        picks,
        signing,
        emailLanguage,
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
  if (isChecking) {
    return (
      <CheckDialog
        rows={{ students: chosen.map(({ _id }) => ({ _id, templateId: picks.get(_id) ?? '' })) }}
        count={chosen.length}
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
          onSelect(selectionOf(chosen.filter(({ _id }) => bad.has(_id))));
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
      busy={start.isPending}
      className="gen"
      end={
        <>
          <span className="faint small obstacle" role="status">
            {missing === 'templates'
              ? t('certificates.generation.needTemplates', { count: withoutTemplate(picks) })
              : missing === 'certificate'
                ? t('certificates.generation.needCertificate')
                : ''}
          </span>
          <Button kind="line" onClick={onClose} disabled={start.isPending}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="line"
            onClick={() => setIsChecking(true)}
            disabled={withoutTemplate(picks) > 0 || start.isPending}
          >
            {t('certificates.generation.check')}
          </Button>
          <Button
            kind="seal"
            // Until it is known whether there is a key, nothing is issued unsigned by default.
            disabled={missing !== null || settings.isPending}
            working={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('certificates.generation.act', values)}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body" tabIndex={0} aria-label={t('certificates.generation.region')}>
        <div className="all">
          <p className="mute">{t('certificates.generation.lead')}</p>
          <SelectField
            label={t('certificates.generation.applyToAll')}
            value={noChange}
            onChange={(event) => setPicks(appliedToAll(picks, event.target.value))}
          >
            <option value={noChange}>{t('certificates.generation.noChange')}</option>
            {templates.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <Picker
          students={students}
          templates={templates}
          picks={picks}
          onPick={(studentId, templateId) => setPicks(new Map(picks).set(studentId, templateId))}
        />
        <SigningFields
          settings={settings.data}
          failed={settings.isError}
          choice={signing}
          onChange={(choice) => {
            touched.current = true;
            setSigning(choice);
          }}
        />
        <EmailsAfter
          count={students.length}
          reachable={reachable}
          reader={readerOf(first, first && picks.get(first._id), signing)}
          choice={emails}
          onChange={setEmails}
        />
      </section>
    </Dialog>
  );
}
