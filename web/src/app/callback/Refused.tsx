import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

/**
 * The account is not allowed to sign in. The identity provider's message is not shown, because anybody can put text
 * into the URL.
 */
export function Refused({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('errors.accessDenied')}
      onClose={onBack}
      alert
      end={<Button onClick={onBack}>{t('auth.backToLogin')}</Button>}
    >
      <div className="body stack-s">
        <p>{t('auth.refusedText')}</p>
        <p className="mute">{t('auth.refusedHelp')}</p>
      </div>
    </Dialog>
  );
}
