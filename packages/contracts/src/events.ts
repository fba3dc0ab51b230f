import { z } from 'zod';
import { batchKind, batchState, domainStatus } from './entities/index.ts';
import type { Permission } from './permissions.ts';
import { preflightEvent } from './preflight-event.ts';
import { certId, id } from './scalars.ts';
import type { ServiceName } from './services.ts';

/** Progress of a batch: counts and ids, never names or documents. */
export const batchEvent = z.strictObject({
  tenantId: id,
  batchId: id,
  kind: batchKind,
  state: batchState,
  /** Incremented with every count; clients drop an event with a lower revision. */
  rev: z.int(),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});
export type BatchEvent = z.infer<typeof batchEvent>;

/** The event of a stored batch. */
export function batchEventOf<Batch extends Omit<BatchEvent, 'batchId'> & { _id: string }>(
  batch: Batch,
): BatchEvent {
  const { _id, tenantId, kind, state, rev, total, done, failed, cancelled } = batch;
  return { tenantId, batchId: _id, kind, state, rev, total, done, failed, cancelled };
}

/** The custom domain of a tenant was checked, changed or removed. */
export const domainEvent = z.strictObject({
  tenantId: id,
  status: z.enum([...domainStatus.options, 'removed']),
});
export type DomainEvent = z.infer<typeof domainEvent>;

/**
 * Certificates whose state has changed: one that was revoked, or those that a chunk of a batch has replaced and the ones
 * that replace them; clients refetch what shows them. What is issued to people without one is in the event of its batch.
 */
const certificateEvent = z.strictObject({
  tenantId: id,
  certificates: z.array(z.strictObject({ certId, studentId: id })).min(1),
});

/** The organization's e-mails were paused or resumed; clients refetch the state. */
const mailPauseEvent = z.strictObject({ tenantId: id });

/** The letter of an invitation has ended or waits; clients refetch the invitations. */
const inviteEvent = z.strictObject({ tenantId: id, inviteId: id });

/** The declaration of a live event. It is sent to the members of the tenant in its data. */
export interface LiveEvent {
  schema: z.ZodType<{ tenantId: string }>;
  /** The permission required to receive it. */
  permission: Permission;
  /** The services that publish it; every BFF relays it. */
  publishers: readonly ServiceName[];
}

/**
 * The live events, by their name in the Redis stream and on the Socket.IO connection (path `/socket.io`, websocket
 * only).
 */
export const events = {
  batch: {
    schema: batchEvent,
    permission: 'students.view',
    publishers: ['bff', 'render-worker', 'mail-worker'],
  },
  certificate: {
    schema: certificateEvent,
    permission: 'students.view',
    publishers: ['bff', 'render-worker'],
  },
  domain: {
    schema: domainEvent,
    permission: 'settings.view',
    publishers: ['bff', 'domain-worker', 'mail-worker'],
  },
  invite: { schema: inviteEvent, permission: 'settings.view', publishers: ['mail-worker'] },
  preflight: {
    schema: preflightEvent,
    permission: 'students.view',
    publishers: ['render-worker'],
  },
  /** Each BFF detects it and emits it to its own sockets. */
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

/** One listener for each event; a missing one does not compile. */
export type EventListeners = { readonly [Name in EventName]: (event: EventData<Name>) => void };

/** The `auth` payload of the Socket.IO handshake. */
export const socketAuth = z.object({ token: z.string(), tenantId: id });
