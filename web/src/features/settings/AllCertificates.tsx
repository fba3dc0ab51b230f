import type { CertificateSettings, SigningCertificate } from '@sello/contracts';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { deferDialog } from '../../ui/dialog/deferDialog.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { daysToExpiry } from './expiry.ts';
import { DownloadPublic, RevokeDialog } from './InUse.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const CreateCertificate = deferDialog(
  async () => (await import('../../signing/CreateCertificate.tsx')).CreateCertificate,
);
const UploadCertificate = deferDialog(
  async () => (await import('./UploadCertificate.tsx')).UploadCertificate,
);

type Open = null | { is: 'new' } | { is: 'upload' } | { is: 'revoke'; certificate: SigningCertificate };

export function AllCertificates({ tenantId, settings }: { tenantId: string; settings: CertificateSettings }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const { certificates } = settings;
  return (
    <section className="all-certificates">
      <div className="row">
        <h2>{t('settings.certificates.all')}</h2>
        <div className="row push">
          <Button kind="line" size="small" icon="upload" onClick={() => setOpen({ is: 'upload' })}>
            {t('settings.certificates.uploadAct')}
          </Button>
          <Button size="small" icon="plus" onClick={() => setOpen({ is: 'new' })}>
            {t('settings.certificates.generateAct')}
          </Button>
        </div>
      </div>
      {certificates.length === 0 ? (
        <p className="mute none">{t('settings.certificates.noneYet')}</p>
      ) : (
        <>
          <table className="table certs">
            <thead>
              <tr>
                <th>{t('settings.certificates.columns.name')}</th>
                <th>{t('settings.certificates.columns.algorithm')}</th>
                <th>{t('settings.certificates.columns.made')}</th>
                <th>{t('settings.certificates.columns.expires')}</th>
                <th>{t('settings.certificates.columns.status')}</th>
                <th>
                  <span className="hide">{t('students.columns.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {certificates.map((certificate) => (
                <CertificateRow
                  key={certificate.id}
                  tenantId={tenantId}
                  certificate={certificate}
                  onOpen={setOpen}
                />
              ))}
            </tbody>
          </table>
          <p className="hint">{t('settings.certificates.staysHint')}</p>
        </>
      )}
      {open?.is === 'new' ? (
        <CreateCertificate
          algorithm={settings.algorithm}
          failed={t('settings.certificates.generateError')}
          onClose={close}
          onCreated={close}
        />
      ) : null}
      {open?.is === 'upload' ? <UploadCertificate tenantId={tenantId} onClose={close} /> : null}
      {open?.is === 'revoke' ? (
        <RevokeDialog tenantId={tenantId} certificate={open.certificate} onClose={close} />
      ) : null}
    </section>
  );
}

interface RowProps {
  tenantId: string;
  certificate: SigningCertificate;
  onOpen: (open: Open) => void;
}

/** Memoized: renders again only when its certificate changes. */
const CertificateRow = memo(function CertificateRow({ tenantId, certificate, onOpen }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <td className="name">
        <Name text={certificate.name} />
      </td>
      <td className="nowrap">{t(`certificates.algorithms.${certificate.algorithm}`)}</td>
      <td className="nowrap">
        <span className="narrow-term">{t('settings.certificates.columns.made')} </span>
        {format.shortDayOf(certificate.createdAt)}
      </td>
      <td className={daysToExpiry(certificate, Date.now()) === undefined ? 'nowrap' : 'nowrap warn'}>
        <span className="narrow-term">{t('settings.certificates.columns.expires')} </span>
        {format.shortDayOf(certificate.expiresAt)}
      </td>
      <td>
        <StatusBadge status={certificate.status} />
      </td>
      <td className="end">
        <span className="cert-acts">
          <DownloadPublic tenantId={tenantId} certificate={certificate} bare />
          {certificate.status === 'active' ? (
            <Button
              kind="bare"
              size="small"
              aria-label={t('settings.certificates.revokeOf', { name: certificate.name })}
              onClick={() => onOpen({ is: 'revoke', certificate })}
            >
              {t('settings.certificates.revoke')}
            </Button>
          ) : null}
        </span>
      </td>
    </tr>
  );
});
