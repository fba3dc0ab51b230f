import { type PublicCertificate, printCertId } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCountryName } from '../../i18n/countries.ts';
import { type Formatters, useFormat } from '../../i18n/format.ts';
import { type Fact, Facts } from '../../ui/facts/Facts.tsx';
import { Hash } from '../../ui/hash/Hash.tsx';
import { Name } from '../../ui/name/Name.tsx';

/** The printed fields of the certificate, and the hash that anyone can recompute. */
export function PrintedFields({ certificate }: { certificate: PublicCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const countryName = useCountryName();
  const facts: Fact[] = [
    { term: t('verify.fields.holder'), value: <Name text={certificate.holder} />, strong: true },
    ...(certificate.course
      ? [{ term: t('verify.fields.course'), value: <Name text={certificate.course} /> }]
      : []),
    { term: t('verify.fields.country'), value: countryName(certificate.country) || '–' },
    { term: t('verify.fields.idNumber'), value: <IdNumber certificate={certificate} /> },
    { term: t('verify.fields.dates'), value: datesOf(certificate, format, t) },
    { term: t('verify.fields.number'), value: printCertId(certificate.certId) },
    { term: t('verify.fields.hash'), value: <HashOf hex={certificate.hash} /> },
  ];
  return (
    <>
      <h2 className="h">{certificate.state === 'valid' ? t('verify.whatItSays') : t('verify.whatItSaid')}</h2>
      <Facts facts={facts} />
    </>
  );
}

function IdNumber({ certificate }: { certificate: PublicCertificate }) {
  const { t } = useTranslation();
  if (!certificate.idNumber) return '–';
  return (
    <>
      {certificate.idNumber}
      {certificate.idNumberMasked ? <span className="faint small masked">{t('verify.masked')}</span> : null}
    </>
  );
}

function datesOf({ startDate, endDate }: PublicCertificate, format: Formatters, t: TFunction): string {
  if (startDate && endDate) {
    return t('verify.fromTo', { from: format.longDay(startDate), to: format.longDay(endDate) });
  }
  const only = startDate ?? endDate;
  return only ? format.longDay(only) : '–';
}

export function HashOf({ hex }: { hex: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(hex);
    setCopied(true);
  };
  return (
    <>
      <Hash hex={hex} />
      <span className="hint">
        {t('verify.hashHint')}{' '}
        <button type="button" className="link" onClick={() => void copy().catch(() => setCopied(false))}>
          {t('common.copy')}
        </button>{' '}
        <span role="status">{copied ? t('common.copied') : ''}</span>
      </span>
    </>
  );
}
