import { z } from 'zod';
import { batchKind, batchState, domain } from './entities/index.ts';
import type { Permission } from './permissions.ts';
import { id } from './scalars.ts';
import type { ServiceName } from './services.ts';

/** What workers publish and the BFF relays: counts and ids, never names or documents. */
export const batchEvent = z.strictObject({
  tenantId: id,
  batchId: id,
  kind: batchKind,
  state: batchState,
  /** Grows by one with every count; an event with a lower one is dropped. */
  rev: z.int(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});
export type BatchEvent = z.infer<typeof batchEvent>;

/** The event of a batch as it is stored. */
export function batchEventOf<Batch extends Omit<BatchEvent, 'batchId'> & { _id: string }>(
  batch: Batch,
): BatchEvent {
  const { _id, tenantId, kind, state, rev, total, done, failed, cancelled } = batch;
  return { tenantId, batchId: _id, kind, state, rev, total, done, failed, cancelled };
}

export const domainEvent = z.strictObject({ tenantId: id, status: domain.shape.status });
export type DomainEvent = z.infer<typeof domainEvent>;

/** The organization's mail was paused or goes on: what is known of it is to be read anew. */
const mailPauseEvent = z.strictObject({ tenantId: id });

/** A live event as one declared value. Its data names the tenant whose members it is for. */
export interface LiveEvent {
  schema: z.ZodType<{ tenantId: string }>;
  /** Who may see it. */
  permission: Permission;
  /** The services that publish it; every BFF relays it. */
  publishers: readonly ServiceName[];
}

/** Every live event, by its name in the stream and on the socket (path `/socket.io`, websocket only). */
export const events = {
  batch: {
    schema: batchEvent,
    permission: 'students.view',
    publishers: ['bff', 'render-worker', 'mail-worker'],
  },
  domain: { schema: domainEvent, permission: 'settings.view', publishers: ['domain-worker'] },
  /** Each BFF finds it by itself and tells its own sockets. */
  mailPause: { schema: mailPauseEvent, permission: 'students.view', publishers: ['bff'] },
} as const satisfies Record<string, LiveEvent>;
export type EventName = keyof typeof events;
export const eventNames = Object.keys(events) as EventName[];
export type EventData<Name extends EventName> = z.infer<(typeof events)[Name]['schema']>;

/** The events that a service publishes. */
export type EventNameOf<Service extends ServiceName> = {
  [Name in EventName]: [Extract<(typeof events)[Name]['publishers'][number], Service>] extends [never]
    ? never
    : Name;
}[EventName];

/** What is done about each event; one that is missing does not compile. */
export type EventListeners = { readonly [Name in EventName]: (event: EventData<Name>) => void };

/** The handshake's `auth`. */
export const socketAuth = z.object({ token: z.string(), tenantId: id });
