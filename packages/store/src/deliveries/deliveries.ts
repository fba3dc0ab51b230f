import type { DeliveryState, deliveryEntity, Language, RecordOf } from '@sello/contracts';

export type DeliveryRecord = RecordOf<typeof deliveryEntity>;

export interface NewDelivery {
  batchId: string;
  index: number;
  certId: string;
  to: string;
  language: Language;
  /** The host part of the Message-ID, after the @. */
  messageIdHost: string;
}

export interface Deliveries {
  /** Creates the deliveries of a chunk; existing ones are returned unchanged. In the order of `rows`. */
  open(tenantId: string, rows: readonly NewDelivery[]): Promise<DeliveryRecord[]>;
  /**
   * queued → sending. `null` when it is not queued: an e-mail whose outcome is unknown is never sent again
   * automatically. `linkHost`: the organization's own host, if the links of this message name it.
   */
  begin(tenantId: string, deliveryId: string, linkHost?: string): Promise<DeliveryRecord | null>;
  /** sending → its outcome; `queued` when the mail server deferred it. `false` when it was not being sent. */
  settle(
    tenantId: string,
    deliveryId: string,
    outcome: Exclude<DeliveryState, 'sending'>,
    response?: { code?: number | undefined; text: string },
  ): Promise<boolean>;
  get(tenantId: string, deliveryId: string): Promise<DeliveryRecord | null>;
  /** All of these certificates, newest first. */
  listOf(tenantId: string, certIds: readonly string[]): Promise<DeliveryRecord[]>;
  /** How many messages that were sent, or may have been, have links to this host. */
  countLinking(tenantId: string, host: string): Promise<number>;
}
