import type { TenantSettings } from '@sello/contracts';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Switch } from '../../../ui/choice/Choice.tsx';
import { TextField } from '../../../ui/field/Field.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { LeaveGuard } from '../../../ui/leave/LeaveGuard.tsx';
import { Cancel } from '../../../ui/saving/Cancel.tsx';
import { TimeZoneField } from '../../../ui/time-zone/TimeZoneField.tsx';
import { blankNames, changesOf, type Draft, fields } from './draft.ts';
import { LetterFields } from './LetterFields.tsx';
import { LogoField } from './LogoField.tsx';
import { SealField } from './SealField.tsx';
import { SignatoriesField } from './SignatoriesField.tsx';
import { useSaveSettings } from './useSaveSettings.ts';

const labels = {
  name: 'settings.general.names.name',
  publicName: 'settings.general.names.publicName',
  logoUrl: 'settings.general.logo.title',
  sealColor: 'settings.general.seal.color',
  signatories: 'settings.general.signatories.title',
  timeZone: 'settings.general.zone.label',
  showIdNumber: 'settings.general.strangers.showIdNumber',
  publicDownload: 'settings.general.strangers.publicDownload',
  letterReplyTo: 'settings.general.letter.replyTo',
  letterSubjects: 'settings.general.letter.subjects',
} as const;

interface Props {
  tenantId: string;
  saved: TenantSettings;
  /** What comes after the settings. It is outside of their form, because it may have forms of its own. */
  children?: ReactNode;
}

export function GeneralForm({ tenantId, saved, children }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>({});
  /** The names whose error is shown: those that were left blank. */
  const [left, setLeft] = useState<readonly string[]>([]);
  const { save, work, refusals, forget } = useSaveSettings(tenantId, (sent) =>
    // What was typed while it was being saved stays.
    setDraft((now) => changesOf(now, { ...saved, ...sent } as TenantSettings)),
  );
  // The reason stands at the field, which may be out of sight.
  useEffect(() => {
    const [first] = fields.filter((field) => field in refusals);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  }, [refusals]);
  const isSaving = work.isPending;
  const change = (part: Draft): void => {
    setDraft((now) => ({ ...now, ...part }));
    for (const field of fields) if (field in part) forget(field);
  };
  const changes = changesOf(draft, saved);
  const changed = fields.filter((field) => field in changes);
  const isUnsaved = changed.length > 0;
  const what = format.list(changed.map((field) => t(labels[field])));
  const blank = blankNames(draft);
  const errorOf = (field: 'name' | 'publicName'): string | undefined =>
    blank.includes(field) && left.includes(field) ? t(`settings.general.${field}Required`) : refusals[field];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setLeft(blank);
    if (blank[0]) form.current?.querySelector<HTMLInputElement>(`[name=${blank[0]}]`)?.focus();
    else if (isUnsaved && !isSaving) save(changes);
  };
  return (
    <div className="general">
      <form ref={form} id={formId} onSubmit={submit} noValidate>
        <section className="set">
          <div>
            <h2>{t('settings.general.names.title')}</h2>
            <p>{t('settings.general.names.text')}</p>
          </div>
          <div className="fields">
            {(['name', 'publicName'] as const).map((field) => (
              <TextField
                key={field}
                name={field}
                label={t(labels[field])}
                hint={t(`settings.general.names.${field}Hint`)}
                error={errorOf(field)}
                value={draft[field] ?? saved[field]}
                onChange={(event) => change({ [field]: event.target.value })}
                onBlur={() => setLeft((now) => [...now, field])}
                required
                maxLength={200}
                autoComplete="off"
              />
            ))}
          </div>
        </section>
        <section className="set">
          <div>
            <h2>{t('settings.general.logo.title')}</h2>
            <p>{t('settings.general.logo.text')}</p>
          </div>
          <LogoField
            tenantId={tenantId}
            publicName={draft.publicName?.trim() || saved.publicName}
            saved={saved.logoUrl}
            chosen={draft.logoUrl}
            onChoose={(logoUrl) => change({ logoUrl })}
          />
        </section>
        <section className="set">
          <div>
            <h2>{t('settings.general.seal.title')}</h2>
            <p>{t('settings.general.seal.text')}</p>
          </div>
          <SealField
            publicName={draft.publicName?.trim() || saved.publicName}
            value={(draft.sealColor === undefined ? saved.sealColor : draft.sealColor) ?? ''}
            error={refusals.sealColor}
            onChange={(sealColor) => change({ sealColor })}
          />
        </section>
        <section className="set">
          <div>
            <h2>{t('settings.general.signatories.title')}</h2>
            <p>{t('settings.general.signatories.text')}</p>
          </div>
          <SignatoriesField
            tenantId={tenantId}
            value={draft.signatories ?? saved.signatories ?? []}
            error={refusals.signatories}
            onChange={(signatories) => change({ signatories })}
          />
        </section>
        <section className="set">
          <div>
            <h2>{t('settings.general.zone.title')}</h2>
            <p>{t('settings.general.zone.text')}</p>
          </div>
          <div className="fields">
            <TimeZoneField
              label={t('settings.general.zone.label')}
              hint={t('settings.general.zone.hint')}
              error={refusals.timeZone}
              value={draft.timeZone ?? saved.timeZone}
              none={saved.timeZone === undefined ? t('settings.general.zone.unset') : undefined}
              onChange={(timeZone) => change({ timeZone })}
            />
          </div>
        </section>
        <section className="set">
          <div>
            <h2>{t('settings.general.strangers.title')}</h2>
            <p>{t('settings.general.strangers.text')}</p>
          </div>
          <div className="fields">
            {(['showIdNumber', 'publicDownload'] as const).map((field) => (
              <Switch
                key={field}
                checked={draft[field] ?? saved[field]}
                onChange={(event) => change({ [field]: event.target.checked })}
                note={t(`settings.general.strangers.${field}Note`)}
              >
                <span className="strong">{t(labels[field])}</span>
              </Switch>
            ))}
          </div>
        </section>
        <section className="set">
          <div>
            <h2>{t('settings.general.letter.title')}</h2>
            <p>{t('settings.general.letter.text')}</p>
          </div>
          <LetterFields saved={saved} draft={draft} refusals={refusals} onChange={change} />
        </section>
      </form>
      {children}
      <div className={isUnsaved ? 'save-bar is-unsaved' : 'save-bar'}>
        <p role="status" className={isUnsaved ? 'small warn' : 'small mute'}>
          {isUnsaved ? <Icon name="bang" /> : null}
          <span>
            {isUnsaved ? t('settings.general.unsaved', { what }) : t('settings.general.nothingChanged')}
          </span>
        </p>
        {isUnsaved ? (
          <Cancel
            work={work}
            onClose={() => {
              setDraft({});
              setLeft([]);
              // This button goes; the focus must not go with it.
              form.current?.querySelector<HTMLInputElement>('[name=name]')?.focus();
            }}
          >
            {t('settings.general.undo')}
          </Cancel>
        ) : null}
        <Button
          type="submit"
          form={formId}
          working={isSaving}
          aria-disabled={!isUnsaved || isSaving || undefined}
        >
          {t('settings.general.save')}
        </Button>
      </div>
      <LeaveGuard
        isUnsaved={isUnsaved}
        name={t('settings.title')}
        title={t('settings.general.leave.title')}
        text={t('settings.general.leave.text', { what })}
        act={t('settings.general.leave.act')}
        keep={t('settings.general.leave.keep')}
      />
    </div>
  );
}
