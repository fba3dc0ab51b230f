import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStarted } from '../state/useStarted.ts';
import { signOut, unsavedWork } from './index.ts';

const LoseUnsaved = lazy(async () => ({ default: (await import('./LoseUnsaved.tsx')).LoseUnsaved }));

/** Signs out; asks first when that would lose something. */
export function SignOut() {
  const { t } = useTranslation();
  const { start, isPending, error } = useStarted();
  const [names, setNames] = useState<readonly string[]>([]);
  const begin = (): void =>
    start(async () => {
      const unsaved = await unsavedWork();
      if (unsaved.length === 0) await signOut();
      return unsaved;
    }, setNames);
  return (
    <>
      <button
        type="button"
        className="link"
        aria-busy={isPending || undefined}
        onClick={() => isPending || begin()}
      >
        {t('header.signOut')}
      </button>
      {error ? (
        <span role="alert" className="bad small">
          {t('common.error')}
        </span>
      ) : null}
      {names.length > 0 ? (
        <Suspense>
          <LoseUnsaved names={names} onClose={() => setNames([])} />
        </Suspense>
      ) : null}
    </>
  );
}
