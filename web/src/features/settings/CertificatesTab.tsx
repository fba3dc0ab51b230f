import { type SigningAlgorithm, signingAlgorithms, tenantsApi } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { keyOf, reading } from '../../api/reading.ts';
import { causeOf } from '../../errors/describe.ts';
import { RadioChoice, Switch } from '../../ui/choice/Choice.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../ui/state/State.tsx';
import { toast } from '../../ui/toast/queue.ts';
import { AllCertificates } from './AllCertificates.tsx';
import { InUse } from './InUse.tsx';

/** The organization's signing certificates. */
export function CertificatesTab({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const query = { tenantId };
  const settings = useQuery(reading(tenantsApi, 'certificates', { query }));
  const change = useSaving({
    mutationFn: (wanted: { selfSignedEnabled?: boolean; algorithm?: SigningAlgorithm }, signal) =>
      call(tenantsApi, 'certificates-update', { query, body: { settings: wanted }, signal }),
    onSuccess: (saved) => {
      queries.setQueryData(keyOf(tenantsApi, 'certificates', query), saved);
      toast({ tone: 'ok', title: t('settings.certificates.saved') });
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('settings.certificates.settingsError'), text: causeOf(error, t) }),
    onSettled: () => setAsking(false),
  });
  const data = settings.data;
  return (
    <>
      {settings.isError && !data ? (
        <Broken
          title={t('settings.certificates.errorLoading')}
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      ) : null}
      {settings.isPending ? <Waiting /> : null}
      {data ? (
        <>
          <section className="set">
            <div>
              <h2>{t('settings.certificates.selfSigned.title')}</h2>
              <p>{t('settings.certificates.selfSigned.text')}</p>
            </div>
            <div className="stack">
              <Switch
                checked={data.selfSignedEnabled}
                disabled={change.isPending}
                onChange={(event) => {
                  if (event.target.checked) change.mutate({ selfSignedEnabled: true });
                  else setAsking(true);
                }}
                note={t('settings.certificates.selfSigned.note')}
              >
                <span className="strong">{t('settings.certificates.selfSigned.allow')}</span>
              </Switch>
              <fieldset className="algo-set" disabled={change.isPending}>
                <legend className="legend label">{t('settings.certificates.selfSigned.algorithm')}</legend>
                <div className="algo">
                  {signingAlgorithms.map((option) => (
                    <RadioChoice
                      key={option}
                      name="preferred"
                      checked={data.algorithm === option}
                      onChange={() => change.mutate({ algorithm: option })}
                      note={t(`certificates.algorithmNotes.${option}`)}
                    >
                      {t(`certificates.algorithms.${option}`)}
                    </RadioChoice>
                  ))}
                </div>
              </fieldset>
            </div>
          </section>
          <InUse tenantId={tenantId} settings={data} />
          <AllCertificates tenantId={tenantId} settings={data} />
          <section className="set">
            <div>
              <h2>{t('settings.certificates.premium.title')}</h2>
              <p>{t('settings.certificates.premium.text')}</p>
            </div>
            <ul className="soon-list">
              <li>
                <span className="strong">{t('settings.certificates.premium.provider')}</span>{' '}
                <em className="it">{t('certificates.comingSoon')}</em>
              </li>
              <li>
                <span className="strong">{t('certificates.generation.thirdParty')}</span>{' '}
                <em className="it">{t('certificates.comingSoon')}</em>
              </li>
            </ul>
          </section>
        </>
      ) : null}
      {asking ? (
        <Confirm
          title={t('settings.certificates.off.title')}
          act={t('settings.certificates.off.act')}
          keep={t('settings.certificates.off.keep')}
          work={change}
          onAct={() => change.mutate({ selfSignedEnabled: false })}
          onClose={() => setAsking(false)}
        >
          <p>{t('settings.certificates.off.text')}</p>
        </Confirm>
      ) : null}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <section className="set" aria-busy="true" aria-label={t('common.loading')}>
      <Skeleton width={180} />
      <div className="stack">
        <Skeleton width={320} />
        <Skeleton width={260} />
        <Skeleton width={290} />
      </div>
    </section>
  );
}
