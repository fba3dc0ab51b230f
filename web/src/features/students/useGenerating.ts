import { batchesApi } from '@sello/contracts';
import { useQueries } from '@tanstack/react-query';
import { reading } from '../../api/index.ts';
import { tray } from '../../batches/store.ts';
import { hasEnded } from '../../batches/tray.ts';
import { useStore } from '../../state/store.ts';

const rowsLooked = 1000;

/** Students whose certificate is in work now, also when another window or person began it. */
export function useGenerating(): ReadonlySet<string> {
  const { jobs } = useStore(tray);
  const running = [...jobs.values()].filter(({ batch }) => batch.kind === 'generate' && !hasEnded(batch));
  return useQueries({
    queries: running.map(({ batch }) => ({
      ...reading(batchesApi, 'get', { query: { id: batch._id, limit: rowsLooked } }),
      staleTime: 2_000,
    })),
    combine: (answers) =>
      new Set(
        answers.flatMap((answer) =>
          (answer.data?.items ?? [])
            .filter((item) => item.studentId && (item.state === 'queued' || item.state === 'running'))
            .map((item) => item.studentId!),
        ),
      ),
  });
}
