import { type PublicCertificate, printCertId } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formatters, useFormat } from '../../i18n/format.ts';
import { needTexts } from '../../i18n/index.ts';
import { useStarted } from '../../state/useStarted.ts';
import { type Fact, Facts } from '../../ui/facts/Facts.tsx';
import { Hash } from '../../ui/hash/Hash.tsx';
import { Name } from '../../ui/name/Name.tsx';

/** Loaded for languages other than English, in which countries are stored: their names are a file of 4 KB. */
const Country = lazy(async () => {
  const [{ Country }] = await Promise.all([import('./Country.tsx'), needTexts(['countries'])]);
  return { default: Country };
});

/** The printed fields of the certificate, and the hash that anyone can recompute. */
export function PrintedFields({ certificate }: { certificate: PublicCertificate }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { country } = certificate;
  const facts: Fact[] = [
    { term: t('verify.fields.holder'), value: <Name text={certificate.holder} />, strong: true },
    ...(certificate.course
      ? [{ term: t('verify.fields.course'), value: <Name text={certificate.course} /> }]
      : []),
    {
      term: t('verify.fields.country'),
      value:
        country && i18n.language !== 'en' ? (
          <Suspense fallback={country}>
            <Country stored={country} />
          </Suspense>
        ) : (
          country || '–'
        ),
    },
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
  const { start } = useStarted();
  const copy = (): void =>
    start(
      () => navigator.clipboard.writeText(hex),
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <Hash hex={hex} />
      <span className="hint">
        {t('verify.hashHint')}{' '}
        <button type="button" className="link needs-script" onClick={copy}>
          {t('common.copy')}
        </button>{' '}
        <span role="status">{copied ? t('common.copied') : ''}</span>
      </span>
    </>
  );
}
