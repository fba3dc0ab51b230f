import type { RecordOf, timestampAuthorityEntity } from '@sello/contracts';
/** The first authority that answered at the address of a timestamp service. */
export type TimestampAuthorityRecord = RecordOf<typeof timestampAuthorityEntity>;

export type NewTimestampAuthority = Pick<TimestampAuthorityRecord, 'fingerprint' | 'pem'>;

export interface TimestampAuthorities {
  /** Stores the first authority of an address; returns the stored one. */
  pin(url: string, authority: NewTimestampAuthority): Promise<TimestampAuthorityRecord>;
  /** Of every address that was ever used, oldest first. */
  list(): Promise<TimestampAuthorityRecord[]>;
}
