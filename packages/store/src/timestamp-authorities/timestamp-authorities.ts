import type { RecordOf, timestampAuthorityEntity } from '@sello/contracts';
/** The authority that answered first behind an address of timestamps. */
export type TimestampAuthorityRecord = RecordOf<typeof timestampAuthorityEntity>;

export type NewTimestampAuthority = Pick<TimestampAuthorityRecord, 'fingerprint' | 'pem'>;

export interface TimestampAuthorities {
  /** Keeps the first authority of an address for good; answers the one that stands. */
  pin(url: string, authority: NewTimestampAuthority): Promise<TimestampAuthorityRecord>;
  /** Of every address that was ever used, oldest first. */
  list(): Promise<TimestampAuthorityRecord[]>;
}
