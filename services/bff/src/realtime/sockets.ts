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
import { AppError, isAppError, type Logger } from '@sello/kit';
import type { Store } from '@sello/store';
import { Server, type Socket } from 'socket.io';
import type { AccessGuard, Person } from '../http/access.ts';
import { rolesIn } from '../http/access.ts';
import type { PausedOrganizations } from '../identity/paused.ts';
import { type SecurityEvents, securityEventOf } from '../security-events.ts';
import { createMailPauseWatch } from './mail-pauses.ts';
import { rolesNow } from './recheck.ts';
import { type SocketGuard, SocketSlots, socketsAtMost } from './socket-guard.ts';

interface Presence {
  person: Person;
  tenantId: string;
}
type OurSocket = Socket<Record<never, never>, Record<string, (event: unknown) => void>, object, Presence>;
type EngineConnection = Pick<OurSocket['conn'], 'close' | 'once'>;

/** Whom to disconnect: sessions that ended, or a member who was removed, blocked or given another role. */
export type Eviction = { sessionIds: string[] } | { tenantId: string; userId: string };

export interface Sockets {
  /** To everybody in the tenant who may see such events, on this process alone: every BFF hears the events itself. */
  emit<Name extends EventName>(name: Name, event: EventData<Name>): void;
  evictSessions(sessionIds: string[]): void;
  evictMember(tenantId: string, userId: string): void;
  /** Acts on this process alone: what another BFF has signalled. */
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
  paused: PausedOrganizations;
  /** Tells the other BFFs. */
  signal: (eviction: Eviction) => void;
  /** How often every socket's right to be here is read again, ms. */
  recheckMs?: number | undefined;
}

/** How long a client that is hung up on has to close its end, ms. */
const goodbyeMs = 1_000;

const roomOf = (tenantId: string, name: EventName) => `${tenantId} ${name}`;

/** Live counts for browsers: websocket alone, a room per tenant and permission. */
export function createSockets({
  server,
  access,
  store,
  guard,
  log,
  security,
  paused,
  signal,
  recheckMs = 1_500,
}: SocketDependencies): Sockets {
  const io = new Server<Record<never, never>, Record<string, (event: unknown) => void>, object, Presence>(
    server,
    {
      path: '/socket.io',
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: 16_384,
      // Whoever has not said by then who they are is hung up on.
      connectTimeout: 5_000,
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
            log.error({ err: error }, 'a socket could not be let in');
            answer('unavailable', false);
          },
        );
      },
    },
  );
  io.engine.on('connection', (connection: { request: IncomingMessage } & EngineConnection) => {
    const release = guard.takeSlot(connection.request);
    connection.once('close', () => {
      release?.();
      // A client that never answers the goodbye would keep its connection for half a minute.
      setTimeout(() => connection.request.socket.destroy(), goodbyeMs).unref();
    });
    if (release === undefined) connection.close(true);
  });
  const slotsOfPeople = new SocketSlots(socketsAtMost.person);

  io.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error: unknown) => {
        if (!isAppError(error)) log.error({ err: error }, 'a socket could not be admitted');
        const code = isAppError(error) ? error.code : 'unavailable';
        const event = securityEventOf(code, errorTable[code].status);
        const address = socket.handshake.address;
        if (event !== undefined) security.note(event, { address, call: 'socket', code });
        next(Object.assign(new Error(code), { data: { code } }));
      },
    );
  });

  async function admit(socket: OurSocket): Promise<void> {
    const auth = socketAuth.safeParse(socket.handshake.auth);
    if (!auth.success) throw new AppError('unauthenticated');
    const tenantId = auth.data.tenantId.toLowerCase();
    const person = await access.person(`Bearer ${auth.data.token}`);
    const roles = await rolesIn(store, person, tenantId);
    if (roles.length === 0) throw new AppError('not_member');
    if (!person.isSuperAdmin && (await paused.has(tenantId))) throw new AppError('organization_paused');
    const release = slotsOfPeople.take(person.userId);
    if (release === undefined) throw new AppError('rate_limited');
    socket.conn.once('close', release);
    socket.data = { person, tenantId };
    await joinRooms(socket, roles);
    // What changes from here on is told; the page reads what is when it has come in.
    await lookAtMailPauses();
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
  const lookAtMailPauses = createMailPauseWatch(store, (tenantId) => emit('mailPause', { tenantId }));

  /** Reads each socket's session and membership again; what was demoted sits in fewer rooms from here on. */
  async function recheck(): Promise<void> {
    const connected = sockets().filter((socket) => socket.data.person !== undefined);
    if (connected.length === 0) return;
    const roles = await rolesNow(
      store,
      connected.map((socket) => socket.data),
      paused,
    );
    for (const [place, socket] of connected.entries()) {
      const held = roles[place]!;
      if (held.length === 0) socket.disconnect(true);
      else await joinRooms(socket, held);
    }
    await lookAtMailPauses();
  }

  let isClosing = false;
  let timer = setTimeout(tick, recheckMs);
  timer.unref();
  function tick(): void {
    recheck()
      .catch((error: unknown) => log.warn({ err: error }, 'sockets could not be checked'))
      .finally(() => {
        if (isClosing) return;
        timer = setTimeout(tick, recheckMs);
        timer.unref();
      });
  }

  function evict(eviction: Eviction): void {
    for (const socket of sockets()) {
      const { person, tenantId } = socket.data;
      const isMeant =
        'sessionIds' in eviction
          ? eviction.sessionIds.includes(person.sessionId)
          : eviction.tenantId === tenantId && eviction.userId === person.userId;
      if (isMeant) socket.disconnect(true);
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
      // Not `io.close()`: that would close the web server as well, and wait for every call in it.
      io.engine.close();
    },
  };
}
