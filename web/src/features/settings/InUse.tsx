import {
  type CertificateSettings,
  readableSubject,
  type SigningCertificate,
  tenantsApi,
} from '@sello/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/index.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Confirm } from '../../ui/dialog/Confirm.tsx';
import { type Fact, Facts } from '../../ui/facts/Facts.tsx';
import { Hash } from '../../ui/hash/Hash.tsx';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { saveText } from '../../ui/save/save.ts';
import { useSaving } from '../../ui/saving/useSaving.ts';
import { toast } from '../../ui/toast/queue.ts';
import { daysToExpiry } from './expiry.ts';
import { StatusBadge } from './StatusBadge.tsx';

/** The active signing certificate: its subject, validity and fingerprint. */
export function InUse({ tenantId, settings }: { tenantId: string; settings: CertificateSettings }) {
  const { t } = useTranslation();
  const { certificate } = settings;
  return (
    <section className="set">
      <div>
        <h2>{t('settings.certificates.inUse.title')}</h2>
        <p>{t('settings.certificates.inUse.text')}</p>
      </div>
      {certificate ? (
        <Current tenantId={tenantId} certificate={certificate} />
      ) : (
        <p className="mute">{t('settings.certificates.inUse.none')}</p>
      )}
    </section>
  );
}

function Current({ tenantId, certificate }: { tenantId: string; certificate: SigningCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [revoking, setRevoking] = useState(false);
  const left = daysToExpiry(certificate, Date.now());
  const { params, subject, fingerprint } = certificate;
  const facts: Fact[] = [
    ...(subject ? [{ term: t('settings.certificates.facts.subject'), value: readableSubject(subject) }] : []),
    {
      term: t('settings.certificates.facts.algorithm'),
      value: t(`certificates.algorithms.${certificate.algorithm}`),
    },
    ...(params?.reason ? [{ term: t('settings.certificates.facts.reason'), value: params.reason }] : []),
    ...(params?.location
      ? [{ term: t('settings.certificates.facts.location'), value: params.location }]
      : []),
    ...(params?.contactInfo
      ? [{ term: t('settings.certificates.facts.contact'), value: params.contactInfo }]
      : []),
    {
      term: t('settings.certificates.facts.valid'),
      value: t('settings.certificates.fromTo', {
        from: format.dayOf(certificate.createdAt),
        to: format.dayOf(certificate.expiresAt),
      }),
    },
    ...(fingerprint
      ? [
          {
            term: t('settings.certificates.facts.fingerprint'),
            value: (
              <>
                <Hash hex={fingerprint} />
                <span className="hint">{t('settings.certificates.facts.fingerprintHint')}</span>
              </>
            ),
          },
        ]
      : []),
  ];
  return (
    <div>
      <div className="now">
        <h3>
          <Name text={certificate.name} />
        </h3>
        <StatusBadge status={certificate.status} />
      </div>
      {left === undefined ? null : (
        <p className="expiry warn" role="status">
          <Icon name="bang" />
          {t('settings.certificates.expires', { count: left })}
        </p>
      )}
      <Facts facts={facts} />
      <div className="row acts">
        <DownloadPublic tenantId={tenantId} certificate={certificate} />
        {certificate.status === 'active' ? (
          <Button kind="danger" size="small" onClick={() => setRevoking(true)}>
            {t('settings.certificates.revoke')}
          </Button>
        ) : null}
      </div>
      {revoking ? (
        <RevokeDialog tenantId={tenantId} certificate={certificate} onClose={() => setRevoking(false)} />
      ) : null}
    </div>
  );
}

/** Downloads the public certificate, for readers who want their PDF program to trust the organization. */
export function DownloadPublic({
  tenantId,
  certificate,
  bare = false,
}: {
  tenantId: string;
  certificate: SigningCertificate;
  bare?: boolean;
}) {
  const { t } = useTranslation();
  const download = useMutation({
    mutationFn: () => call(tenantsApi, 'certificate-download', { query: { tenantId, id: certificate.id } }),
    onSuccess: ({ fileName, pem }) => saveText(fileName, pem, 'application/x-pem-file'),
    onError: (error) => toast({ tone: 'bad', title: t('errors.operationFailed'), text: causeOf(error, t) }),
  });
  return (
    <Button
      kind={bare ? 'bare' : 'line'}
      size="small"
      icon="save"
      working={download.isPending}
      onClick={() => download.mutate()}
      {...(bare ? { 'aria-label': t('settings.certificates.publicOf', { name: certificate.name }) } : {})}
    >
      {t('settings.certificates.public')}
    </Button>
  );
}

export function RevokeDialog({
  tenantId,
  certificate,
  onClose,
}: {
  tenantId: string;
  certificate: SigningCertificate;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const revoke = useSaving({
    mutationFn: (_, signal) =>
      call(tenantsApi, 'certificates-action', {
        query: { tenantId },
        body: { action: 'revoke', id: certificate.id },
        signal,
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['tenants', 'certificates'] });
      toast({ tone: 'ok', title: t('settings.certificates.revoked', { name: certificate.name }) });
      onClose();
    },
    onError: (error) =>
      toast({ tone: 'bad', title: t('settings.certificates.settingsError'), text: causeOf(error, t) }),
  });
  return (
    <Confirm
      title={t('settings.certificates.revokeDialog.title', { name: certificate.name })}
      act={t('settings.certificates.revokeDialog.act')}
      keep={t('settings.certificates.revokeDialog.keep')}
      work={revoke}
      onAct={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{t('settings.certificates.revokeDialog.text')}</p>
    </Confirm>
  );
}
