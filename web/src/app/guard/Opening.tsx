import { useTranslation } from 'react-i18next';
import { Seal } from '../../ui/seal/Seal.tsx';

/** The full-screen wait while the guard looks. */
export function Opening({ name }: { name?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <main className="opening" role="status">
      <span className="brand">
        <Seal />
      </span>
      <p>{name ? t('common.openingName', { name }) : t('common.opening')}</p>
      <span className="skel" />
    </main>
  );
}
