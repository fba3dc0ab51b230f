import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/** Shown instead of every page of an organization whose access the operator has paused. */
export function Closed({ name, at }: { name: string; at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const title = t('errors.organization_paused');
  return (
    <main className="wrap wrap--app denied" id="page" tabIndex={-1}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      <p className="lead">{t('ending.closed', { name, day: format.dayOf(at), time: format.time(at) })}</p>
    </main>
  );
}
