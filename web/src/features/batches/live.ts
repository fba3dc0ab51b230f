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
import { preflightProgress } from '../../batches/preflight.ts';
import { tray } from '../../batches/store.ts';
import { emptyTray, hasEnded, inOrder, withEvent, withSnapshot } from '../../batches/tray.ts';

/**
 * Follows the batches of one tenant until the returned function is called. On each connection the room is joined before
 * the list is read, so that no count is lost in between; without a socket the list is polled every few seconds.
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
    // Events sent while the socket was down are lost.
    void queryClient.invalidateQueries({ queryKey: ['rpc'] });
  });
  listen(socket, {
    batch: (event) => receive(event, snapshot),
    certificate: () => {
      void queryClient.invalidateQueries({ queryKey: ['students'] });
      void queryClient.invalidateQueries({ queryKey: ['certificates'] });
    },
    domain: () => void queryClient.invalidateQueries({ queryKey: ['tenants', 'domains'] }),
    invite: () => void queryClient.invalidateQueries({ queryKey: ['members', 'list-invites'] }),
    preflight: (event) => preflightProgress.set(event),
    mailPause: () => void queryClient.invalidateQueries({ queryKey: ['rpc'] }),
  });
  // The server disconnects when the session has ended or the person is no longer a member.
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
    // The client does not reconnect by itself after a refusal by the server.
    if (socket.active) return;
    if (error.message !== 'unavailable') askAgain();
    setTimeout(() => (stopped ? undefined : socket.connect()), 10_000);
  });
  const poll = setInterval(() => {
    if (!socket.connected && document.visibilityState === 'visible') snapshot();
  }, 4_000);
  // Download links in the list expire after five minutes; they are refreshed after a long disconnect.
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
