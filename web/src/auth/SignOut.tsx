import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut, unsavedWork } from './index.ts';

const LoseUnsaved = lazy(async () => ({ default: (await import('./LoseUnsaved.tsx')).LoseUnsaved }));

/** Signs out; asks first when that would lose something. */
export function SignOut() {
  const { t } = useTranslation();
  const [isWorking, setWorking] = useState(false);
  const [names, setNames] = useState<readonly string[]>([]);
  const start = async (): Promise<void> => {
    setWorking(true);
    try {
      const unsaved = await unsavedWork();
      if (unsaved.length === 0) await signOut();
      setNames(unsaved);
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="link"
        aria-busy={isWorking || undefined}
        onClick={() => isWorking || void start()}
      >
        {t('header.signOut')}
      </button>
      {names.length > 0 ? (
        <Suspense>
          <LoseUnsaved names={names} onClose={() => setNames([])} />
        </Suspense>
      ) : null}
    </>
  );
}
