import type { DeliveryRecord, Store } from '../../src/index.ts';

interface Mine {
  certificate: { _id: string };
  delivery: DeliveryRecord;
  sending: DeliveryRecord;
}
type Attack = (store: Store, other: string, mine: Mine) => unknown;

/** The functions about e-mails, called for another organization with the ids of these records. */
export const deliveries: Record<string, Attack> = {
  open: (s, other, m) => s.deliveries.open(other, [{ ...m.delivery, messageIdHost: 'x.test' }]),
  begin: (s, other, m) => s.deliveries.begin(other, m.delivery._id),
  settle: (s, other, m) => s.deliveries.settle(other, m.sending._id, 'accepted'),
  get: (s, other, m) => s.deliveries.get(other, m.delivery._id),
  countLinking: (s, other) => s.deliveries.countLinking(other, 'certs.mine.test'),
  listOf: (s, other, m) => s.deliveries.listOf(other, [m.certificate._id]),
};
