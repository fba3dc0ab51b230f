import { type EventListeners, type EventName, eventNames } from '@sello/contracts';
import { io, type Socket } from 'socket.io-client';
import { queryClient } from '../../api/queryClient.ts';
import { accessToken, recheckSession } from '../../auth/index.ts';
import { followBatches } from '../../features/batches/live.ts';
import { atMostEvery } from './at-most-every.ts';

const noBatches: ReturnType<typeof followBatches> = {
  listeners: { batch: () => undefined, preflight: () => undefined },
  connected: () => undefined,
  stop: () => undefined,
};

const betweenCertificates = 3_000;

const refetch = (...queryKey: string[]) => void queryClient.invalidateQueries({ queryKey });

/**
 * Follows what happens in one tenant until the returned function is called: events say what to read again. `withBatches`:
 * the person may see batches, whose list is read as well. On each connection the room is joined before anything is read,
 * so that no event is lost in between.
 */
export function followTenant(tenantId: string, withBatches: boolean): () => void {
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
  // Ten thousand certificates that are replaced are an event for each chunk.
  const certificates = atMostEvery(betweenCertificates, () => {
    refetch('students');
    refetch('certificates');
  });
  const batches = withBatches ? followBatches(tenantId, () => socket.connected) : noBatches;
  socket.on('connect', () => {
    batches.connected();
    // Events sent while the socket was down are lost.
    refetch('rpc');
    refetch('tenants', 'domains');
    refetch('tenants', 'domain-answers');
  });
  listen(socket, {
    ...batches.listeners,
    certificate: certificates.ask,
    domain: () => {
      refetch('tenants', 'domains');
      refetch('tenants', 'domain-answers');
    },
    invite: () => refetch('members', 'list-invites'),
    mailPause: () => refetch('rpc'),
  });
  // The server disconnects when the session has ended or the person is no longer a member.
  const askAgain = (): void => {
    void recheckSession();
    refetch('tenants', 'my');
    refetch('rpc');
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
  return () => {
    stopped = true;
    batches.stop();
    certificates.stop();
    socket.disconnect();
  };
}

function listen(socket: Socket<EventListeners, Record<string, never>>, listeners: EventListeners): void {
  const on = socket.on.bind(socket) as (name: string, listener: EventListeners[EventName]) => unknown;
  for (const name of eventNames) on(name, listeners[name]);
}
