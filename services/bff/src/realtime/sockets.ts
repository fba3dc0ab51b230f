import type { Server as HttpServer, IncomingMessage } from 'node:http';
import {
  type EventData,
  type EventName,
  errorTable,
  eventNames,
  events,
  isAllowed,
  type Role,
  socketAuth,
} from '@sello/contracts';
import { AppError, isAppError, type Logger, times } from '@sello/kit';
import type { Store } from '@sello/store';
import { Server, type Socket } from 'socket.io';
import type { AccessGuard, Person } from '../http/access.ts';
import { rolesIn } from '../http/access.ts';
import type { ClosedOrganizations } from '../identity/closed.ts';
import { type SecurityEvents, securityEventOf } from '../security-events.ts';
import { createMailPauseWatch } from './mail-pauses.ts';
import { rolesNow } from './recheck.ts';
import { maxSockets, type SocketGuard, type SocketPlace, SocketSlots } from './socket-guard.ts';

interface Presence {
  person: Person;
  tenantId: string;
}
type OurSocket = Socket<Record<never, never>, Record<string, (event: unknown) => void>, object, Presence>;
type EngineConnection = Pick<OurSocket['conn'], 'close' | 'once'>;

/** The sockets to disconnect: those of ended sessions, or of a member who was removed, blocked or given another role. */
export type Eviction = { sessionIds: string[] } | { tenantId: string; userId: string };

export interface Sockets {
  /** Emits to the tenant's people with the event's permission, in this process only: every BFF subscribes to the events. */
  emit<Name extends EventName>(name: Name, event: EventData<Name>): void;
  evictSessions(sessionIds: string[]): void;
  evictMember(tenantId: string, userId: string): void;
  /** Disconnects sockets of this process only, after a signal from another BFF. */
  evict(eviction: Eviction): void;
  count(): number;
  close(): void;
}

export interface SocketDependencies {
  server: HttpServer;
  access: AccessGuard;
  store: Pick<Store, 'sessions' | 'members' | 'mailAccounts'>;
  guard: SocketGuard;
  log: Logger;
  security: SecurityEvents;
  closed: ClosedOrganizations;
  /** Publishes the eviction to the other BFFs. */
  signal: (eviction: Eviction) => void;
  /** Interval at which the roles of every socket are read again, ms. */
  recheckMs?: number | undefined;
}

const roomOf = (tenantId: string, name: EventName) => `${tenantId} ${name}`;

/** Live events for browsers over Socket.IO: WebSocket transport only, a room per tenant and event. */
export function createSockets({
  server,
  access,
  store,
  guard,
  log,
  security,
  closed,
  signal,
  recheckMs = times.socketRecheckMs,
}: SocketDependencies): Sockets {
  const io = new Server<Record<never, never>, Record<string, (event: unknown) => void>, object, Presence>(
    server,
    {
      path: '/socket.io',
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: 16_384,
      // Clients that have not authenticated by then are disconnected.
      connectTimeout: times.socketConnectMs,
      allowRequest(request, answer) {
        guard.refusal(request).then(
          (refusal) => {
            if (refusal !== undefined) {
              const event = refusal === 'address' ? 'rate_limited' : 'forbidden';
              security.note(event, { address: guard.addressOf(request), call: 'socket', code: refusal });
            }
            answer(refusal, refusal === undefined);
          },
          (error: unknown) => {
            log.error({ err: error }, 'socket handshake failed');
            answer('unavailable', false);
          },
        );
      },
    },
  );
  const places = new WeakMap<object, SocketPlace>();
  io.engine.on('connection', (connection: { request: IncomingMessage } & EngineConnection) => {
    const place = guard.take(connection.request);
    connection.once('close', () => {
      place?.release();
      // A client that does not answer the close frame would keep its connection for half a minute.
      setTimeout(() => connection.request.socket.destroy(), times.socketCloseMs).unref();
    });
    if (place === undefined) connection.close(true);
    else places.set(connection, place);
  });
  const ofPerson = new SocketSlots(maxSockets.person);
  const ofOrganization = new SocketSlots(maxSockets.organization);

  io.use((socket, next) => {
    authenticate(socket).then(
      () => next(),
      (error: unknown) => {
        if (!isAppError(error)) log.error({ err: error }, 'socket authentication failed');
        const code = isAppError(error) ? error.code : 'unavailable';
        const event = securityEventOf(code, errorTable[code].status);
        const address = socket.handshake.address;
        if (event !== undefined) security.note(event, { address, call: 'socket', code });
        next(Object.assign(new Error(code), { data: { code } }));
      },
    );
  });

  async function authenticate(socket: OurSocket): Promise<void> {
    const auth = socketAuth.safeParse(socket.handshake.auth);
    if (!auth.success) throw new AppError('unauthenticated');
    const tenantId = auth.data.tenantId.toLowerCase();
    const person = await access.person(`Bearer ${auth.data.token}`);
    const roles = await rolesIn(store, person, tenantId);
    if (roles.length === 0) throw new AppError('not_member');
    await closed.refuse(tenantId, person);
    for (const [slots, owner] of [
      [ofPerson, person.userId],
      [ofOrganization, tenantId],
    ] as const) {
      const release = slots.take(owner);
      if (release === undefined) throw new AppError('rate_limited');
      // A connection that was cut while it was authenticated has been closed already.
      if (socket.conn.readyState === 'closed') release();
      else socket.conn.once('close', release);
    }
    places.get(socket.conn)?.authenticated();
    socket.data = { person, tenantId };
    await joinRooms(socket, roles);
    // Takes the baseline for later changes; the page reads the current state once it is connected.
    await emitMailPauseChanges();
  }

  async function joinRooms(socket: OurSocket, roles: readonly Role[]): Promise<void> {
    for (const name of eventNames) {
      const room = roomOf(socket.data.tenantId, name);
      if (isAllowed(roles, events[name].permission)) await socket.join(room);
      else await socket.leave(room);
    }
  }

  const sockets = () => [...io.of('/').sockets.values()] as OurSocket[];

  const emit: Sockets['emit'] = (name, event) => {
    io.local.to(roomOf(event.tenantId, name)).emit(name, event);
  };
  const emitMailPauseChanges = createMailPauseWatch(store, (tenantId) => emit('mailPause', { tenantId }));

  /** Reads each socket's session and membership again: disconnects those without roles, updates the rooms of the others. */
  async function recheck(): Promise<void> {
    const connected = sockets().filter((socket) => socket.data.person !== undefined);
    if (connected.length === 0) return;
    const roles = await rolesNow(
      store,
      connected.map((socket) => socket.data),
      closed,
    );
    for (const [place, socket] of connected.entries()) {
      const held = roles[place]!;
      if (held.length === 0) socket.disconnect(true);
      else await joinRooms(socket, held);
    }
    await emitMailPauseChanges();
  }

  let isClosing = false;
  let timer = setTimeout(tick, recheckMs);
  timer.unref();
  function tick(): void {
    recheck()
      .catch((error: unknown) => log.warn({ err: error }, 'recheck of sockets failed'))
      .finally(() => {
        if (isClosing) return;
        timer = setTimeout(tick, recheckMs);
        timer.unref();
      });
  }

  function evict(eviction: Eviction): void {
    for (const socket of sockets()) {
      const { person, tenantId } = socket.data;
      const isAffected =
        'sessionIds' in eviction
          ? eviction.sessionIds.includes(person.sessionId)
          : eviction.tenantId === tenantId && eviction.userId === person.userId;
      if (isAffected) socket.disconnect(true);
    }
  }

  function evictEverywhere(eviction: Eviction): void {
    evict(eviction);
    signal(eviction);
  }

  return {
    emit,
    evictSessions: (sessionIds) => evictEverywhere({ sessionIds }),
    evictMember: (tenantId, userId) => evictEverywhere({ tenantId, userId }),
    evict,
    count: () => io.of('/').sockets.size,
    close() {
      isClosing = true;
      clearTimeout(timer);
      io.disconnectSockets(true);
      // Not `io.close()`: that would also close the HTTP server, and wait for its running requests.
      io.engine.close();
    },
  };
}
