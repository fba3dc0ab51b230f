import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { afterTyping } from './after-typing.ts';
import { SaveNotice } from './SaveNotice.tsx';
import type { Saving } from './saving.ts';

const ConflictSheet = lazy(async () => ({ default: (await import('./ConflictSheet.tsx')).ConflictSheet }));

/** What saving has to say and to ask below the top bar. A conflict asks once by itself, and when it is asked for. */
export function SaveQuestions({ saving }: { saving: Saving }) {
  const pathTo = usePathTo();
  const { navigate } = useNavigation();
  const state = useStore(saving.saver.state);
  const conflictRev = state.kind === 'conflict' ? state.conflict.rev : null;
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    setAsking(false);
    return conflictRev === null ? undefined : afterTyping(() => setAsking(true));
  }, [conflictRev]);
  const open = (id: string) =>
    navigate(
      saving.kind === 'catalog' ? pathTo('entry', { entryId: id }) : pathTo('template', { templateId: id }),
    );
  return (
    <>
      <SaveNotice saving={saving} onConflict={() => setAsking(true)} />
      {isAsking ? (
        <Suspense>
          <ConflictSheet saving={saving} onClose={() => setAsking(false)} onOpenCopy={open} />
        </Suspense>
      ) : null}
    </>
  );
}
