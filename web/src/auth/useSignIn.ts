import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStarted } from '../state/useStarted.ts';
import { signIn } from './index.ts';

/** Starts Google sign-in; `message` is why it could not start. */
export function useSignIn(returnTo?: string): {
  start: () => void;
  working: boolean;
  message: string | undefined;
} {
  const { t } = useTranslation();
  const work = useStarted();
  const [message, setMessage] = useState<string>();
  const start = (): void =>
    work.start(
      async () => {
        // Busy until the document is gone.
        if ((await signIn(returnTo)) === 'left') await new Promise<never>(() => undefined);
      },
      () => setMessage(t('auth.insecure')),
      () => setMessage(t('auth.cannotStart')),
    );
  return { start, working: work.isPending, message };
}
