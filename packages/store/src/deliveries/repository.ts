import { createHash } from 'node:crypto';
import {
  date,
  defineSchema,
  number,
  oneOf,
  optionalDate,
  optionalDocument,
  text,
} from '../database/schema.ts';
import { inOrderOf, present, type Table } from '../database/table.ts';
import type { Deliveries, DeliveryRecord, NewDelivery } from './deliveries.ts';

export const deliverySchema = defineSchema<DeliveryRecord>({
  _id: text,
  tenantId: text,
  batchId: text,
  index: number,
  certId: text,
  to: text,
  language: text,
  state: oneOf('queued', 'sending', 'accepted', 'refused', 'unknown'),
  messageId: text,
  attempts: number,
  sendingSince: optionalDate,
  response: optionalDocument,
  createdAt: date,
  updatedAt: date,
}).index({ tenantId: 1, certId: 1, createdAt: 1 });

/** The same certificate to the same address in the same request is the same delivery. */
function deliveryId(tenantId: string, { batchId, certId, to }: NewDelivery): string {
  const named = JSON.stringify([tenantId, batchId, certId, to.trim().toLowerCase()]);
  return createHash('sha256').update(named).digest('hex').slice(0, 24);
}

export function createDeliveries(deliveries: Table<DeliveryRecord>): Deliveries {
  const { rows } = deliveries;
  return {
    async open(tenantId, wanted) {
      const now = new Date();
      const drawn = wanted.map(({ messageIdHost, ...row }): DeliveryRecord => {
        const _id = deliveryId(tenantId, { ...row, messageIdHost });
        return {
          ...row,
          _id,
          tenantId,
          state: 'queued',
          messageId: `<${_id}@${messageIdHost}>`,
          attempts: 0,
          createdAt: now,
          updatedAt: now,
        };
      });
      const ids = drawn.map((row) => row._id);
      const standing = await rows.find({ _id: { $in: ids }, tenantId }).toArray();
      const known = new Set(standing.map((row) => row._id));
      const fresh = [...new Map(drawn.map((row) => [row._id, row])).values()].filter(
        (row) => !known.has(row._id),
      );
      const raced = await deliveries.insertMissing(fresh);
      if (raced.size === 0) return inOrderOf(ids, [...standing, ...fresh]);
      return inOrderOf(ids, await rows.find({ _id: { $in: ids }, tenantId }).toArray());
    },
    begin(tenantId, deliveryId) {
      const now = new Date();
      return rows.findOneAndUpdate(
        { _id: deliveryId, tenantId, state: 'queued' },
        { $set: { state: 'sending', sendingSince: now, updatedAt: now }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      );
    },
    async settle(tenantId, deliveryId, outcome, response) {
      const settled = await rows.updateOne(
        { _id: deliveryId, tenantId, state: 'sending' },
        {
          $set: {
            state: outcome,
            updatedAt: new Date(),
            ...(response && {
              response: present({ code: response.code, text: response.text.slice(0, 1_000) }) as NonNullable<
                DeliveryRecord['response']
              >,
            }),
          },
        },
      );
      return settled.matchedCount === 1;
    },
    get: (tenantId, deliveryId) => rows.findOne({ _id: deliveryId, tenantId }),
    listOf: (tenantId, certId) => rows.find({ tenantId, certId }).sort({ createdAt: -1, _id: -1 }).toArray(),
  };
}
