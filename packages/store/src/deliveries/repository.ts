import { createHash } from 'node:crypto';
import type { deliveryEntity, RowOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { unavailableOrThrow } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { inOrderOf, omitUndefined, setOrUnset, type Table, type Update } from '../database/table.ts';
import type { Deliveries, DeliveryRecord, NewDelivery } from './deliveries.ts';

type DeliveryRow = RowOf<typeof deliveryEntity>;

/** Deterministic: the same certificate to the same address in the same batch is the same delivery. */
function deliveryId(tenantId: string, { batchId, certId, to }: NewDelivery): string {
  const named = JSON.stringify([tenantId, batchId, certId, to.trim().toLowerCase()]);
  return createHash('sha256').update(named).digest('hex').slice(0, 24);
}

const hidden = { projection: { sendingId: 0 } } as const;

export function createDeliveries(deliveries: Table<DeliveryRow>): Deliveries {
  const { rows } = deliveries;
  return {
    async open(tenantId, wanted) {
      const now = new Date();
      const built = wanted.map(({ messageIdHost, ...row }): DeliveryRecord => {
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
      const ids = built.map((row) => row._id);
      const existing = await rows.find({ _id: { $in: ids }, tenantId }, hidden).toArray();
      const known = new Set(existing.map((row) => row._id));
      const fresh = [...new Map(built.map((row) => [row._id, row])).values()].filter(
        (row) => !known.has(row._id),
      );
      const raced = await deliveries.insertMissing(fresh);
      if (raced.size === 0) return inOrderOf(ids, [...existing, ...fresh]);
      return inOrderOf(ids, await rows.find({ _id: { $in: ids }, tenantId }, hidden).toArray());
    },
    async begin(tenantId, deliveryId, linkHost) {
      const now = new Date();
      const sendingId = newId();
      const begun = await deliveries
        .findOneAndUpdate(
          { _id: deliveryId, tenantId, state: 'queued' },
          {
            ...(setOrUnset({
              state: 'sending',
              sendingSince: now,
              sendingId,
              updatedAt: now,
              linkHost,
            }) as Update<DeliveryRow>),
            $inc: { attempts: 1 },
          },
          { returnDocument: 'after', ...hidden },
        )
        .catch(unavailableOrThrow);
      if (!(begun instanceof AppError)) return begun;
      // Only this call knows the token: a delivery that carries it was begun by this call and has not been sent yet.
      const own = await rows.findOne({ _id: deliveryId, tenantId, state: 'sending', sendingId }, hidden);
      if (!own) throw begun;
      return own;
    },
    async settle(tenantId, deliveryId, outcome, response) {
      const settled = await deliveries.updateOne(
        // Idempotent: the response to the first write may have been lost.
        { _id: deliveryId, tenantId, state: { $in: ['sending', outcome] }, attempts: { $gt: 0 } },
        {
          $set: {
            state: outcome,
            updatedAt: new Date(),
            ...(response && {
              response: omitUndefined({
                code: response.code,
                text: response.text.slice(0, 1_000),
              }) as NonNullable<DeliveryRecord['response']>,
            }),
          },
        },
      );
      return settled.matchedCount === 1;
    },
    get: (tenantId, deliveryId) => rows.findOne({ _id: deliveryId, tenantId }, hidden),
    async listOf(tenantId, certIds) {
      if (certIds.length === 0) return [];
      return rows
        .find({ tenantId, certId: { $in: [...certIds] } }, hidden)
        .sort({ createdAt: -1, _id: -1 })
        .toArray();
    },
    countLinking: (tenantId, linkHost) =>
      rows.countDocuments({ tenantId, linkHost, state: { $in: ['accepted', 'unknown'] } }),
  };
}
