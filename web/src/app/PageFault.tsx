import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button/Button.tsx';
import { PageTitle } from '../ui/title/PageTitle.tsx';

/**
 * Shown when a page fails to load or to render. After an update an open window requests files that no longer exist; a
 * reload fixes that.
 */
export function PageFault({ error }: { error: unknown }) {
  const { t } = useTranslation();
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
