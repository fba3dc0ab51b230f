import { useTranslation } from 'react-i18next';
import { useSignIn } from '../../auth/useSignIn.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/** The session ended while something was edited, which this browser keeps: signing in leads back to it. */
export function SignedOut() {
  const { t } = useTranslation();
  const { start, working, message } = useSignIn(`${location.pathname}${location.search}`);
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{t('auth.interrupted')}</PageTitle>
      <h1>{t('auth.interrupted')}</h1>
      <p className="lead">{t('auth.interruptedText')}</p>
      <div className="form-acts">
        <Button working={working} onClick={start}>
          {t('header.signIn')}
        </Button>
      </div>
      {message ? (
        <p role="alert" className="bad">
          {message}
        </p>
      ) : null}
    </main>
  );
}
