import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';

/** The account may not come in. Only our own words: what the issuer said could be anybody's. */
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
