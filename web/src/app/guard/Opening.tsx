import { useTranslation } from 'react-i18next';
import { Seal } from '../../ui/seal/Seal.tsx';
import { PageTitle } from '../../ui/title/PageTitle.tsx';

/** The full-screen loading state. */
export function Opening({ name }: { name?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <main className="opening" aria-busy="true">
      <PageTitle>{t('common.opening')}</PageTitle>
      <span className="brand">
        <Seal />
      </span>
      <div role="status">
        <h1>{name ? t('common.openingName', { name }) : t('common.opening')}</h1>
      </div>
      <span className="skel" />
    </main>
  );
}
