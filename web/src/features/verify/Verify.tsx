import './verify.css';
import { printCertId, readCertificateReference, verifyUrl } from '@sello/contracts';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needTexts } from '../../i18n/index.ts';
import { useParamsOf } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Crumbs } from '../../ui/crumbs/Crumbs.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Broken } from '../../ui/state/State.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';
import { FileCheck } from './FileCheck.tsx';
import { NotFound } from './NotFound.tsx';
import { Result } from './Result.tsx';
import { ResultSkeleton } from './ResultSkeleton.tsx';
import { useLookup } from './useLookup.ts';

const Erased = lazy(async () => {
  const [{ Erased }] = await Promise.all([import('./Erased.tsx'), needTexts(['verifyMore'])]);
  return { default: Erased };
});

/**
 * The verify page: a search box, and the result for the hash or certificate id in the URL. The box also accepts a
 * pasted link.
 */
export function Verify() {
  const { t } = useTranslation();
  const { navigate } = useNavigation();
  const { reference = '' } = useParamsOf('verify');
  const [typed, setTyped] = useState('');
  useEffect(() => setTyped(shownReference(reference)), [reference]);
  const read = readCertificateReference(reference);
  const hash = read ? ('hash' in read ? read.hash : read.certId) : '';
  const answer = useLookup(hash);
  const missing = reference !== '' && (!read || answer.found === null);

  const ask = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = readCertificateReference(typed);
    const path = wanted ? ('hash' in wanted ? wanted.hash : wanted.certId) : typed.trim();
    if (!path) return;
    if (path === reference) answer.again();
    else navigate(verifyUrl(path));
  };
  return (
    <main className="wrap verify">
      <PageTitle>{t('verify.title')}</PageTitle>
      <Crumbs {...(reference ? { part: <span className="num">{shownReference(reference)}</span> } : {})} />
      <form className="ask" onSubmit={ask}>
        <TextField
          className="num"
          label={t('verify.label')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={missing || undefined}
        />
        <Button type="submit" kind="line" working={answer.isFetching}>
          {t('verify.verify')}
        </Button>
      </form>
      {reference === '' ? (
        <div className="plain">
          <h1 className="says">{t('verify.title')}</h1>
          <p className="lead">{t('verify.lead')}</p>
          <FileCheck />
        </div>
      ) : missing ? (
        <NotFound reference={reference} />
      ) : answer.found && 'erased' in answer.found ? (
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
        <Broken title={t('verify.broken')} error={answer.error} onRetry={() => answer.again()} />
      ) : (
        <ResultSkeleton />
      )}
    </main>
  );
}

/** A certificate id is shown in groups of four, as it is printed. */
function shownReference(reference: string): string {
  const read = readCertificateReference(reference);
  return read && 'certId' in read ? printCertId(read.certId) : reference;
}
