import type { DeliveryState, deliveryEntity, Language, RecordOf } from '@sello/contracts';

export type DeliveryRecord = RecordOf<typeof deliveryEntity>;

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
