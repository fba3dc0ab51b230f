import type { RecordOf } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { installationEntity } from './entity.ts';

export type InstallationRecord = RecordOf<typeof installationEntity>;

export interface Installation {
  get(): Promise<InstallationRecord | null>;
  /** Draws the id of the object store unless there is one. However many ask at once, all are answered the same record. */
  create(): Promise<InstallationRecord>;
  /** Notes that the marker stands; the first time counts. */
  noteMarked(): Promise<void>;
  /** Where the files of some issued certificates lie, whoever's they are: to tell whether an object store has them. */
  someIssued(limit: number): Promise<Pick<CertificateRecord, '_id' | 'prefix' | 'pack'>[]>;
}
