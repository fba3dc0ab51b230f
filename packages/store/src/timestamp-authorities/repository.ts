import { createHash } from 'node:crypto';
import { anyText, date, defineSchema, text } from '../database/schema.ts';
import type { Table } from '../database/table.ts';
import type { TimestampAuthorities, TimestampAuthorityRecord } from './timestamp-authorities.ts';

export const timestampAuthoritySchema = defineSchema<TimestampAuthorityRecord>({
  _id: text,
  host: anyText,
  fingerprint: text,
  pem: text,
  pinnedAt: date,
}).index({ pinnedAt: 1 });

export function createTimestampAuthorities(
  authorities: Table<TimestampAuthorityRecord>,
): TimestampAuthorities {
  return {
    pin: (url, { fingerprint, pem }) =>
      authorities.insertOnce({
        _id: createHash('sha256').update(url).digest('hex'),
        ...{ host: new URL(url).host, fingerprint, pem, pinnedAt: new Date() },
      }),
    list: () => authorities.rows.find({}).sort({ pinnedAt: 1 }).toArray(),
  };
}
