import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signIn } from './index.ts';

/** Starts Google sign-in; `message` is why it could not start. */
export function useSignIn(returnTo?: string): {
  start: () => void;
  working: boolean;
  message: string | undefined;
} {
  const { t } = useTranslation();
  const [working, setWorking] = useState(false);
  const [message, setMessage] = useState<string>();
  const start = (): void => {
    setWorking(true);
    signIn(returnTo)
      .then((outcome) => {
        if (outcome === 'left') return;
        setMessage(t('auth.insecure'));
        setWorking(false);
      })
      .catch(() => {
        setMessage(t('auth.cannotStart'));
        setWorking(false);
      });
  };
  return { start, working, message };
}
