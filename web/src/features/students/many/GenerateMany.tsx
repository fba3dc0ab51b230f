import '../generate/generate.css';
import { type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/index.ts';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { SelectField } from '../../../ui/field/Field.tsx';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { CheckDialog } from '../generate/check/CheckDialog.tsx';
import { type EmailChoice, EmailsAfter, useCanEmail } from '../generate/EmailsAfter.tsx';
import { firstChoice, noChange, obstacle, readerOf, type SigningChoice } from '../generate/rules.ts';
import { SigningFields } from '../generate/SigningFields.tsx';
import { startGenerationOfMany } from '../generate/start.ts';
import { useFirstReader } from '../Letter.tsx';
import { type Selection, selectionOf } from '../selection.ts';
import { TemplateThumb } from '../TemplateThumb.tsx';
import { briefsOf } from './briefs.ts';
import { type Agreed, sendRule } from './growth.ts';
import { countsOf, type RuleSelection, templatesOf } from './scope.ts';

/** Certificates for everybody whom a rule means: by template instead of a line for each student. */
export function GenerateMany({
  selection: given,
  templates,
  onClose,
  onSelect,
}: {
  selection: RuleSelection;
  templates: readonly TemplateSummary[];
  onClose: () => void;
  onSelect: (selection: Selection) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  // Without those who cannot be issued, as the check found.
  const [selection, setSelection] = useState(given);
  const [agreed, setAgreed] = useState<Agreed>();
  const [isChecking, setIsChecking] = useState(false);
  const tenantId = activeTenant.get() ?? '';
  const settings = useQuery(reading(tenantsApi, 'certificates', { query: { tenantId } }));
  const [signing, setSigning] = useState<SigningChoice>(() => firstChoice(settings.data));
  const touched = useRef(false);
  useEffect(() => {
    if (!touched.current && settings.data) setSigning(firstChoice(settings.data));
  }, [settings.data]);
  const [forAll, setForAll] = useState(noChange);
  const [forMissing, setForMissing] = useState('');
  const [emails, setEmails] = useState<EmailChoice>({ send: false, language: currentLanguage() });
  const byId = new Map(templates.map((template) => [template._id, template]));
  const groups = templatesOf(selection, new Set(byId.keys()));
  const { count: seen, withEmail } = countsOf(selection);
  const count = Math.max(0, seen + (agreed?.more ?? 0));
  const canSend = useCanEmail(withEmail);
  const first = useFirstReader(selection, { certified: false });
  const own = first?.templateId && byId.has(first.templateId) ? first.templateId : forMissing;
  const firstTemplate = forAll === noChange ? own : forAll;
  const values = { count, number: format.count(count) };
  const options = templates.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));

  const byTemplate = {
    templateId: forAll === noChange ? undefined : forAll,
    missingTemplateId: forMissing || undefined,
  };
  const start = useMutation({
    mutationFn: () =>
      sendRule(
        selection,
        (number) => t('studentDetails.bulk.grew.generate', { number: format.count(number) }),
        (rule) =>
          startGenerationOfMany({
            ...{ rule, ...byTemplate, signing },
            emailLanguage: emails.send && canSend ? emails.language : undefined,
          }),
        agreed,
      ),
    onSuccess: (started) => {
      if (started) toast({ tone: 'info', title: t('students.started'), text: t('students.startedText') });
      onClose();
    },
    onError: (error) => toastError(error, t),
  });
  const isMissing = forAll === noChange && forMissing === '' && groups.some((one) => !one.templateId);
  const missing = obstacle(new Map([['', isMissing ? '' : 'template']]), signing);
  const lacking = groups.find((one) => !one.templateId)?.count ?? 0;
  if (isChecking) {
    return (
      <CheckDialog
        rows={{ selection, ...byTemplate, agreed }}
        count={count}
        onClose={onClose}
        onBack={() => setIsChecking(false)}
        onSkip={() => setIsChecking(false)}
        onGoOn={async (ids, answered) => {
          const bad = await briefsOf([...ids]);
          const students = new Map([...selection.students, ...bad.map((one) => [one._id, one] as const)]);
          setSelection({ ...selection, students });
          setAgreed(answered);
          setIsChecking(false);
        }}
        onRepair={async (ids) => {
          onSelect(selectionOf(await briefsOf(ids)));
          onClose();
        }}
      />
    );
  }
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
              ? t('certificates.generation.needTemplates', { count: lacking })
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
            disabled={isMissing || count === 0 || start.isPending}
          >
            {t('certificates.generation.check')}
          </Button>
          <Button
            kind="seal"
            disabled={missing !== null || settings.isPending || count === 0}
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
          <p className="mute">{t('studentDetails.bulk.generateLead')}</p>
          <SelectField
            label={t('certificates.generation.applyToAll')}
            value={forAll}
            onChange={(event) => setForAll(event.target.value)}
          >
            <option value={noChange}>{t('certificates.generation.noChange')}</option>
            {options}
          </SelectField>
        </div>
        <div className="picks">
          <table className="table">
            <thead>
              <tr>
                <th>{t('certificates.generation.template')}</th>
                <th className="right">{t('studentDetails.bulk.students')}</th>
              </tr>
            </thead>
            <tbody>
              {groups.map(({ templateId, count: size }) => {
                const used = forAll === noChange ? (templateId ?? forMissing) : forAll;
                return (
                  <tr key={templateId ?? ''}>
                    <td>
                      <span className="pick">
                        <TemplateThumb template={byId.get(used)} />
                        {templateId === undefined && forAll === noChange ? (
                          <select
                            className={forMissing ? 'select select--bare' : 'select'}
                            aria-label={t('studentDetails.bulk.forMissing')}
                            aria-invalid={forMissing === '' || undefined}
                            value={forMissing}
                            onChange={(event) => setForMissing(event.target.value)}
                          >
                            <option value="">{t('certificates.generation.chooseTemplate')}</option>
                            {options}
                          </select>
                        ) : (
                          (byId.get(used)?.name ?? '')
                        )}
                      </span>
                    </td>
                    <td className="right num">{format.count(size)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
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
          count={count}
          reachable={withEmail}
          reader={readerOf(first, firstTemplate, signing)}
          choice={emails}
          onChange={setEmails}
        />
      </section>
    </Dialog>
  );
}
