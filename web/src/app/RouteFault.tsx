import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button/Button.tsx';
import { PageTitle } from '../ui/title/PageTitle.tsx';

/**
 * A page that failed to load or to draw. After a new version is installed an open window asks for parts that are no
 * longer there; loading the page anew fixes that.
 */
export function RouteFault() {
  const { t } = useTranslation();
  const error = useRouteError();
  console.error(error);
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{t('errors.pageFault')}</PageTitle>
      <h1>{t('errors.pageFault')}</h1>
      <p className="lead">{t('errors.pageFaultText')}</p>
      <div className="form-acts">
        <Button icon="retry" onClick={() => location.reload()}>
          {t('errors.reload')}
        </Button>
      </div>
    </main>
  );
}
