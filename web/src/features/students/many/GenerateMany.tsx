import '../generate/generate.css';
import { type TemplateSummary, tenantsApi } from '@sello/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../../api/reading.ts';
import { useFormat } from '../../../i18n/format.ts';
import { currentLanguage } from '../../../i18n/index.ts';
import { activeTenant } from '../../../state/activeTenant.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useSaving } from '../../../ui/saving/useSaving.ts';
import { toast } from '../../../ui/toast/queue.ts';
import { toastError } from '../../../ui/toast/toastError.ts';
import { ApplyToAll } from '../generate/ApplyToAll.tsx';
import { AskedFields } from '../generate/asked/AskedFields.tsx';
import { BatchNameField } from '../generate/asked/BatchNameField.tsx';
import { useAsked } from '../generate/asked/useAsked.ts';
import { useBatchName } from '../generate/asked/useBatchName.ts';
import { CheckDialog } from '../generate/check/CheckDialog.tsx';
import { type EmailChoice, EmailsAfter, useCanEmail } from '../generate/EmailsAfter.tsx';
import { GenerateEnd } from '../generate/GenerateEnd.tsx';
import { firstChoice, noChange, obstacle, readerOf, type SigningChoice } from '../generate/rules.ts';
import { SigningFields } from '../generate/SigningFields.tsx';
import { startGenerationOfMany } from '../generate/start.ts';
import { useFirstReader } from '../Letter.tsx';
import { type Selection, toCorrect } from '../selection.ts';
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
  // Nothing is marked before it was tried.
  const [isLeft, setLeft] = useState(false);
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
  const asked = useAsked({ selection, ...byTemplate });
  const used = groups.flatMap(({ templateId }) => templateId ?? (forMissing ? [forMissing] : []));
  const usedNames = (forAll === noChange ? used : [forAll]).flatMap((id) => byId.get(id)?.name ?? []);
  const batchName = useBatchName(asked.values, usedNames);
  const start = useSaving({
    mutationFn: () =>
      sendRule(
        selection,
        (number) => t('studentDetails.bulk.grew.generate', { number: format.count(number) }),
        (rule, client) =>
          startGenerationOfMany(client, {
            ...{ rule, ...byTemplate, signing },
            emailLanguage: emails.send && canSend ? emails.language : undefined,
            batch: { values: asked.values, name: batchName.sent },
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
  // What was chosen is there again after the check, so it is not the controls that tell.
  const hasChosen = forAll !== noChange || forMissing !== '' || touched.current || emails.send;
  const isDirty = hasChosen || asked.isDirty || batchName.isDirty;
  const lacking = groups.find((one) => !one.templateId)?.count ?? 0;
  if (isChecking) {
    return (
      <CheckDialog
        rows={{ selection, ...byTemplate, agreed }}
        count={count}
        values={asked.values}
        isDirty={isDirty}
        onClose={onClose}
        onBack={() => setIsChecking(false)}
        onSkip={() => setIsChecking(false)}
        onGoOn={async (ids, answered) => {
          const bad = await briefsOf([...ids]);
          const students = new Map([...selection.students, ...bad.map((one) => [one._id, one] as const)]);
          return () => {
            setSelection({ ...selection, students });
            setAgreed(answered);
            setIsChecking(false);
          };
        }}
        onRepair={async (ids) => {
          const bad = await briefsOf(ids);
          return () => {
            onSelect(toCorrect(bad));
            onClose();
          };
        }}
      />
    );
  }
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
          count={count}
          missing={missing}
          lacking={lacking}
          asked={asked}
          isNameTooLong={batchName.isTooLong}
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
          lead={t('studentDetails.bulk.generateLead')}
          value={forAll}
          templates={templates}
          applied={count}
          total={count}
          onChange={setForAll}
        />
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
                            aria-invalid={(forMissing === '' && isLeft) || undefined}
                            onBlur={() => setLeft(true)}
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
        <AskedFields asked={asked} />
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
          reader={readerOf(first, firstTemplate, signing, asked.values)}
          choice={emails}
          onChange={setEmails}
        />
        <BatchNameField name={batchName} />
      </section>
    </Dialog>
  );
}
