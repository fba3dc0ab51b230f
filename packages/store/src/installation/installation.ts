import type { CertificateRecord } from '../certificates/certificates.ts';

/** What one installation knows of itself: a single document. */
export interface InstallationRecord {
  _id: string;
  /** Stands in the marker of the object store that belongs to this database. Drawn once, never changed. */
  objectStoreId: string;
  createdAt: Date;
  /** When the marker was first known to stand in the object store; until then it may be written there unasked. */
  markedAt?: Date;
}

export interface Installation {
  get(): Promise<InstallationRecord | null>;
  /** Draws the id of the object store unless there is one. However many ask at once, all are answered the same record. */
  create(): Promise<InstallationRecord>;
  /** Notes that the marker stands; the first time counts. */
  noteMarked(): Promise<void>;
  /** Where the files of some issued certificates lie, whoever's they are: to tell whether an object store has them. */
  someIssued(limit: number): Promise<Pick<CertificateRecord, '_id' | 'prefix' | 'pack'>[]>;
}
