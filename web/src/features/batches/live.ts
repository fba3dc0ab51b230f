import { type BatchEvent, batchesApi, type EventListeners } from '@sello/contracts';
import { call } from '../../api/index.ts';
import { queryClient } from '../../api/queryClient.ts';
import { preflightProgress } from '../../batches/preflight.ts';
import { tray } from '../../batches/store.ts';
import { emptyTray, hasEnded, inOrder, withEvent, withSnapshot } from '../../batches/tray.ts';

/**
 * Follows the batches of one tenant until `stop`: by the events of the connection, and with the list, which is read at
 * each connection and, without one, every few seconds.
 */
export function followBatches(
  tenantId: string,
  isConnected: () => boolean,
): {
  listeners: Pick<EventListeners, 'batch' | 'preflight'>;
  connected(): void;
  stop(): void;
} {
  tray.set(emptyTray(tenantId));
  const snapshot = snapshots(tenantId);
  const poll = setInterval(() => {
    if (!isConnected() && document.visibilityState === 'visible') snapshot();
  }, 4_000);
  // Download links in the list expire after five minutes; they are refreshed after a long disconnect.
  const refresh = (): void => {
    if (document.visibilityState === 'visible') snapshot();
  };
  document.addEventListener('visibilitychange', refresh);
  snapshot();
  return {
    listeners: {
      batch: (event) => receive(event, snapshot),
      preflight: (event) => preflightProgress.set(event),
    },
    connected: snapshot,
    stop() {
      clearInterval(poll);
      document.removeEventListener('visibilitychange', refresh);
      if (tray.get().tenantId === tenantId) tray.set(emptyTray(null));
    },
  };
}

function receive(event: BatchEvent, snapshot: () => void): void {
  const before = tray.get();
  const after = withEvent(before, event, Date.now());
  tray.set(after);
  const job = after.jobs.get(event.batchId);
  const ended = job && hasEnded(job.batch) && !hasEnded(before.jobs.get(event.batchId)?.batch ?? job.batch);
  if (ended) refreshWhatChanged(event.kind);
  else if (event.kind === 'generate' && after !== before) refreshPages();
  if (ended || after.unknown.has(event.batchId)) snapshot();
}

const betweenPages = 3_000;
let pagesRefreshed = 0;

/** While certificates are issued the visible rows are refetched every few seconds, page by page. */
function refreshPages(): void {
  const now = Date.now();
  if (now - pagesRefreshed < betweenPages) return;
  pagesRefreshed = now;
  const isPage = ({ queryKey: [resource, , input] }: { queryKey: readonly unknown[] }): boolean =>
    (resource === 'students' || resource === 'batches') &&
    (input as { limit?: number } | undefined)?.limit !== undefined;
  void queryClient.invalidateQueries({ predicate: isPage });
}

/** Invalidates what the end of a batch changes on other screens. */
function refreshWhatChanged(kind: BatchEvent['kind']): void {
  if (kind === 'generate' || kind === 'import')
    void queryClient.invalidateQueries({ queryKey: ['students'] });
  if (kind === 'generate' || kind === 'email') {
    void queryClient.invalidateQueries({ queryKey: ['certificates'] });
  }
  void queryClient.invalidateQueries({ queryKey: ['batches'] });
}

/** Reads the list; calls during a read cause one more read after it. */
function snapshots(tenantId: string): () => void {
  let reading = false;
  let again = false;
  const read = async (): Promise<void> => {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    try {
      const { items } = await call(batchesApi, 'list', { query: { limit: 20 }, tenantId });
      const before = tray.get();
      if (before.tenantId !== tenantId) return;
      const after = withSnapshot(before, items, Date.now());
      tray.set(after);
      for (const { batch } of inOrder(after)) {
        const known = before.jobs.get(batch._id)?.batch;
        if (known && hasEnded(batch) && !hasEnded(known)) refreshWhatChanged(batch.kind);
      }
    } catch {
      // The next event, connection or tick retries; the screens show by themselves that the server is unreachable.
    } finally {
      reading = false;
      if (again) {
        again = false;
        void read();
      }
    }
  };
  return () => void read();
}
