import { type BatchItem, batchesApi } from '@sello/contracts';
import { useQueries } from '@tanstack/react-query';
import { reading } from '../../api/reading.ts';
import { tray } from '../../batches/store.ts';
import { hasEnded } from '../../batches/tray.ts';
import { useStore } from '../../state/useStore.ts';

const rowsLooked = 1000;

/** Students whose certificate is being generated, also by another window or person. */
export function useGenerating(): ReadonlySet<string> {
  const { jobs } = useStore(tray);
  const running = [...jobs.values()].filter(({ batch }) => batch.kind === 'generate' && !hasEnded(batch));
  return useQueries({
    queries: running.map(({ batch }) => ({
      ...reading(batchesApi, 'get', { query: { id: batch._id, limit: rowsLooked } }),
      staleTime: 2_000,
    })),
    combine: studentsInWork,
  });
}

function studentsInWork(
  answers: readonly { data: { items: readonly BatchItem[] } | null | undefined }[],
): ReadonlySet<string> {
  const items = answers.flatMap(({ data }) => data?.items ?? []);
  const inWork = items.filter(({ state }) => state === 'queued' || state === 'running');
  return new Set(inWork.flatMap(({ studentId }) => studentId ?? []));
}
