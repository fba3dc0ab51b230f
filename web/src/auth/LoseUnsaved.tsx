import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { useStarted } from '../state/useStarted.ts';
import { Confirm } from '../ui/dialog/Confirm.tsx';
import { signOut } from './index.ts';

/** Asks whether to sign out although that loses what is not saved. */
export function LoseUnsaved({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { start, isPending, error } = useStarted();
  return (
    <Confirm
      title={t('auth.unsavedTitle')}
      act={t('auth.unsavedAct')}
      keep={t('auth.unsavedKeep')}
      working={isPending}
      onAct={() => start(() => signOut())}
      onClose={onClose}
    >
      <p>{t('auth.unsavedText', { names: format.list(names) })}</p>
      {error ? (
        <p role="alert" className="bad">
          {t('common.error')}
        </p>
      ) : null}
    </Confirm>
  );
}
