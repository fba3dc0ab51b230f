import './verify.css';
import { readCertificateReference } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needTexts } from '../../i18n/index.ts';
import { useParamsOf } from '../../tenancy/routes.ts';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { Broken } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { Ask } from './Ask.tsx';
import { FileCheck } from './FileCheck.tsx';
import { NotFound } from './NotFound.tsx';
import { Result } from './Result.tsx';
import { ResultSkeleton } from './ResultSkeleton.tsx';
import { shownReference } from './reference.ts';
import { type Lookup, useLookup } from './useLookup.ts';

const Erased = lazy(async () => {
  const [{ Erased }] = await Promise.all([import('./Erased.tsx'), needTexts(['verifyMore'])]);
  return { default: Erased };
});

/**
 * The verify page: what is known of the hash or certificate id in the URL, and below it the field for another one. Without
 * either the field comes first.
 */
export function Verify() {
  const { t } = useTranslation();
  const { reference = '' } = useParamsOf('verify');
  const read = readCertificateReference(reference);
  const hash = read ? ('hash' in read ? read.hash : read.certId) : '';
  const answer = useLookup(hash);
  const isMissing = reference !== '' && (!read || answer.found === null);
  const shown = shownReference(reference);
  // Another page has an empty field again.
  const ask = (
    <Ask
      key={reference}
      {...(isMissing && { reference })}
      working={answer.isFetching}
      onSame={answer.again}
    />
  );
  return (
    <main className="wrap verify">
      <PageTitle>{titleOf(answer, isMissing, t)}</PageTitle>
      <Crumbs {...(reference ? { part: <span className="num">{shown}</span> } : {})} />
      {reference === '' ? (
        <Start ask={ask} />
      ) : isMissing ? (
        <NotFound reference={reference} ask={ask} />
      ) : (
        <>
          {answer.found && 'erased' in answer.found ? (
            <Suspense fallback={<ResultSkeleton />}>
              <Erased erased={answer.found.erased} />
            </Suspense>
          ) : answer.found ? (
            <Result
              key={answer.found.certificate.certId}
              answer={answer.found}
              checkedAt={answer.at}
              onStale={answer.again}
            />
          ) : answer.error !== undefined ? (
            <Broken isPage title={t('verify.broken')} error={answer.error} onRetry={answer.again} />
          ) : (
            <ResultSkeleton />
          )}
          <section className="another">
            <h2 className="h">{t('verify.anotherOne')}</h2>
            {ask}
          </section>
        </>
      )}
    </main>
  );
}

/** The page without a certificate: the field and the check of a file, whose answer takes the place of the page. */
function Start({ ask }: { ask: ReactNode }) {
  const { t } = useTranslation();
  const [hasAnswer, setHasAnswer] = useState(false);
  // With keys, so that what was typed stays when the two change places.
  const asking = (
    <section key="ask" className={hasAnswer ? 'another' : 'plain'}>
      {hasAnswer ? (
        <h2 className="h">{t('verify.anotherOne')}</h2>
      ) : (
        <>
          <h1 className="says">{t('verify.title')}</h1>
          <p className="lead">{t('verify.lead')}</p>
        </>
      )}
      {ask}
    </section>
  );
  const checking = (
    <div key="file" className={hasAnswer ? undefined : 'plain'}>
      <FileCheck isPage onAnswer={setHasAnswer} />
    </div>
  );
  return hasAnswer ? [checking, asking] : [asking, checking];
}

/** A tab names the certificate that it shows. */
function titleOf({ found }: Lookup, isMissing: boolean, t: TFunction): string {
  if (isMissing) return t('verify.notFound.title');
  if (!found || 'erased' in found) return t('verify.title');
  const { holder, course } = found.certificate;
  return [holder, course].filter(Boolean).join(' · ');
}
