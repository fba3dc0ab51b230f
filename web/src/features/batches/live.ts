import {
  type BatchEvent,
  batchesApi,
  type EventListeners,
  type EventName,
  eventNames,
} from '@sello/contracts';
import { io, type Socket } from 'socket.io-client';
import { call } from '../../api/index.ts';
import { queryClient } from '../../api/queryClient.ts';
import { accessToken, recheckSession } from '../../auth/index.ts';
import { tray } from '../../batches/store.ts';
import { emptyTray, hasEnded, inOrder, withEvent, withSnapshot } from '../../batches/tray.ts';

/**
 * Follows the batches of one tenant until the returned function is called. The room is joined first and the list read
 * after it, at each connection anew, so that no count falls between the two; while there is no socket the list is
 * asked every few seconds.
 */
export function followBatches(tenantId: string): () => void {
  tray.set(emptyTray(tenantId));
  const snapshot = snapshots(tenantId);
  let stopped = false;
  const socket: Socket<EventListeners, Record<string, never>> = io({
    transports: ['websocket'],
    auth: (give) => {
      accessToken()
        .then((token) => give({ token: token ?? '', tenantId }))
        .catch(() => give({ token: '', tenantId }));
    },
    reconnectionDelayMax: 10_000,
  });
  socket.on('connect', () => {
    snapshot();
    // What was told while there was no line was not heard.
    void queryClient.invalidateQueries({ queryKey: ['rpc'] });
  });
  listen(socket, {
    batch: (event) => receive(event, snapshot),
    domain: () => void queryClient.invalidateQueries({ queryKey: ['tenants', 'domains'] }),
    mailPause: () => void queryClient.invalidateQueries({ queryKey: ['rpc'] }),
  });
  // A server that ends the connection means it: the session is over, or the person is no longer a member.
  const askAgain = (): void => {
    void recheckSession();
    void queryClient.invalidateQueries({ queryKey: ['tenants', 'my'] });
    void queryClient.invalidateQueries({ queryKey: ['rpc'] });
  };
  socket.on('disconnect', (reason) => {
    if (reason !== 'io server disconnect') return;
    askAgain();
    setTimeout(() => (stopped ? undefined : socket.connect()), 5_000);
  });
  socket.on('connect_error', (error) => {
    // Refused by the server: the client does not try that again by itself.
    if (socket.active) return;
    if (error.message !== 'unavailable') askAgain();
    setTimeout(() => (stopped ? undefined : socket.connect()), 10_000);
  });
  const poll = setInterval(() => {
    if (!socket.connected && document.visibilityState === 'visible') snapshot();
  }, 4_000);
  // A file's link in the list holds five minutes; one that is coming back after long is read anew.
  const refresh = (): void => {
    if (document.visibilityState === 'visible') snapshot();
  };
  document.addEventListener('visibilitychange', refresh);
  snapshot();
  return () => {
    stopped = true;
    clearInterval(poll);
    document.removeEventListener('visibilitychange', refresh);
    socket.disconnect();
    if (tray.get().tenantId === tenantId) tray.set(emptyTray(null));
  };
}

function listen(socket: Socket<EventListeners, Record<string, never>>, listeners: EventListeners): void {
  const on = socket.on.bind(socket) as (name: string, listener: EventListeners[EventName]) => unknown;
  for (const name of eventNames) on(name, listeners[name]);
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

/** While certificates are being issued the rows that are shown follow, every few seconds and page by page. */
function refreshPages(): void {
  const now = Date.now();
  if (now - pagesRefreshed < betweenPages) return;
  pagesRefreshed = now;
  const isPage = ({ queryKey: [resource, , input] }: { queryKey: readonly unknown[] }): boolean =>
    (resource === 'students' || resource === 'batches') &&
    (input as { limit?: number } | undefined)?.limit !== undefined;
  void queryClient.invalidateQueries({ predicate: isPage });
}

/** What a batch's end changes on other screens, in one place. */
function refreshWhatChanged(kind: BatchEvent['kind']): void {
  if (kind === 'generate') void queryClient.invalidateQueries({ queryKey: ['students'] });
  void queryClient.invalidateQueries({ queryKey: ['batches'] });
}

/** Reads the list; asked again while it is being read, it reads once more after that. */
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
      // The next event, connection or tick asks again; the screens themselves say when the server is away.
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
