import { createHash } from 'node:crypto';
import type { Table } from '../database/table.ts';
import type { TimestampAuthorities, TimestampAuthorityRecord } from './timestamp-authorities.ts';

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
