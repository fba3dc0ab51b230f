import type { Language } from '@sello/contracts';
import type { DeliveryState } from '../batches/batches.ts';

/** One certificate to one address in one request (a batch). */
export interface DeliveryRecord {
  _id: string;
  tenantId: string;
  batchId: string;
  index: number;
  certId: string;
  to: string;
  language: Language;
  state: DeliveryState;
  /** Fixed with the row, so that a second copy of the same message can be recognised. */
  messageId: string;
  attempts: number;
  sendingSince?: Date;
  /** The mail server's last words. */
  response?: { code?: number; text: string };
  createdAt: Date;
  updatedAt: Date;
}

export interface NewDelivery {
  batchId: string;
  index: number;
  certId: string;
  to: string;
  language: Language;
  /** The part of the message id behind the @. */
  messageIdHost: string;
}

export interface Deliveries {
  /** Rows for a chunk, in its order; those that stand already are answered as they are. */
  open(tenantId: string, rows: readonly NewDelivery[]): Promise<DeliveryRecord[]>;
  /** queued → sending. `null` when it is not queued: a machine never sends one whose outcome it does not know. */
  begin(tenantId: string, deliveryId: string): Promise<DeliveryRecord | null>;
  /** sending → what came of it; `queued` = the server said later. `false` when it was not being sent. */
  settle(
    tenantId: string,
    deliveryId: string,
    outcome: Exclude<DeliveryState, 'sending'>,
    response?: { code?: number | undefined; text: string },
  ): Promise<boolean>;
  get(tenantId: string, deliveryId: string): Promise<DeliveryRecord | null>;
  /** Newest first. */
  listOf(tenantId: string, certId: string): Promise<DeliveryRecord[]>;
}
