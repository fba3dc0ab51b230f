import { z } from 'zod';
import { batchKind, batchState, domain } from './entities/index.ts';
import { id } from './scalars.ts';

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

export const domainEvent = z.strictObject({ tenantId: id, status: domain.shape.status });
export type DomainEvent = z.infer<typeof domainEvent>;

/** The organization's mail was paused or goes on: what is known of it is to be read anew. */
export const mailPauseEvent = z.strictObject({ tenantId: id });
export type MailPauseEvent = z.infer<typeof mailPauseEvent>;

/** Names of the Socket.IO events, and the permission each needs. Path `/socket.io`, websocket only. */
export const socketEvents = {
  batch: { schema: batchEvent, needs: 'students.view' },
  domain: { schema: domainEvent, needs: 'settings.view' },
  mailPause: { schema: mailPauseEvent, needs: 'students.view' },
} as const;
export type SocketEvents = { batch: BatchEvent; domain: DomainEvent; mailPause: MailPauseEvent };

/** The handshake's `auth`. */
export const socketAuth = z.object({ token: z.string(), tenantId: id });
