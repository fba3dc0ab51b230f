import type { CertificateSettings } from '@sello/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { CreateCertificate } from '../../../signing/CreateCertificate.tsx';
import { useMay } from '../../../tenancy/Gate.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioChoice, Switch } from '../../../ui/choice/Choice.tsx';
import { SelectField } from '../../../ui/field/Field.tsx';
import { activeCertificates, createNew, type SigningChoice } from './rules.ts';

/**
 * Not signed, self-signed with a certificate of the organization, or signed by a third party (not available yet, but
 * selectable).
 */
export function SigningFields({
  settings,
  failed,
  choice,
  onChange,
}: {
  settings: CertificateSettings | undefined;
  failed: boolean;
  choice: SigningChoice;
  onChange: (choice: SigningChoice) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayCreate = useMay('settings.edit');
  const [creating, setCreating] = useState(false);
  const certificates = activeCertificates(settings);
  const chosen = certificates.find(({ id }) => id === choice.certificateId);
  const selfSigned = choice.method === 'self-signed';
  const allowed = settings?.selfSignedEnabled ?? false;
  const hint = chosen
    ? t('certificates.generation.activeUntil', { day: format.dayOf(chosen.expiresAt) })
    : certificates.length === 0
      ? mayCreate
        ? t('certificates.generation.noneYet')
        : t('certificates.generation.noneAsk')
      : undefined;
  return (
    <div className="sign">
      <Switch
        checked={choice.enabled}
        onChange={(event) => onChange({ ...choice, enabled: event.target.checked })}
        note={t('certificates.generation.signNote')}
      >
        <span className="h3">{t('certificates.generation.sign')}</span>
      </Switch>
      {choice.enabled ? (
        <fieldset className="choices">
          <legend className="hide">{t('certificates.generation.method')}</legend>
          <RadioChoice
            name="method"
            checked={selfSigned}
            disabled={!allowed}
            onChange={() => onChange({ ...choice, method: 'self-signed' })}
            note={settings && !allowed ? t('certificates.generation.switchedOff') : undefined}
          >
            {t('certificates.generation.selfSigned')}
          </RadioChoice>
          {selfSigned && allowed ? (
            <div className="under-choice">
              <SelectField
                label={t('certificates.generation.certificate')}
                hideLabel
                value={choice.certificateId}
                onChange={(event) => onChange({ ...choice, certificateId: event.target.value })}
                hint={hint}
              >
                <option value="">{t('certificates.generation.chooseCertificate')}</option>
                {certificates.map(({ id, name, algorithm }) => (
                  <option key={id} value={id}>
                    {t('certificates.generation.named', {
                      name,
                      algorithm: t(`certificates.algorithms.${algorithm}`),
                    })}
                  </option>
                ))}
                {mayCreate ? (
                  <option value={createNew}>{t('certificates.generation.createNew')}</option>
                ) : null}
              </SelectField>
              {choice.certificateId === createNew && mayCreate ? (
                <Button kind="line" size="small" icon="plus" onClick={() => setCreating(true)}>
                  {t('certificates.generation.create')}
                </Button>
              ) : null}
            </div>
          ) : null}
          <RadioChoice
            name="method"
            checked={choice.method === 'third-party'}
            onChange={() => onChange({ ...choice, method: 'third-party' })}
          >
            {t('certificates.generation.thirdParty')}{' '}
            <em className="it soon">{t('certificates.comingSoon')}</em>
          </RadioChoice>
          {failed ? <p className="hint bad">{t('certificates.generation.listFailed')}</p> : null}
        </fieldset>
      ) : null}
      {creating ? (
        <CreateCertificate
          algorithm={settings?.algorithm}
          failed={t('certificates.generation.createError')}
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            onChange({ ...choice, enabled: true, method: 'self-signed', certificateId: made.id });
          }}
        />
      ) : null}
    </div>
  );
}
