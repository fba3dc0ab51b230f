/** The authority that answered first behind an address of timestamps. */
export interface TimestampAuthorityRecord {
  /** SHA-256 of the address, hex: an address may carry a password. */
  _id: string;
  host: string;
  /** SHA-256 of the certificate's DER, hex. */
  fingerprint: string;
  /** The highest certificate that the authority sent. */
  pem: string;
  pinnedAt: Date;
}

export type NewTimestampAuthority = Pick<TimestampAuthorityRecord, 'fingerprint' | 'pem'>;

export interface TimestampAuthorities {
  /** Keeps the first authority of an address for good; answers the one that stands. */
  pin(url: string, authority: NewTimestampAuthority): Promise<TimestampAuthorityRecord>;
  /** Of every address that was ever used, oldest first. */
  list(): Promise<TimestampAuthorityRecord[]>;
}
