import type { RecordOf } from '@sello/contracts';
import type { CertificateRecord } from '../certificates/certificates.ts';
import type { installationEntity } from './entity.ts';

export type InstallationRecord = RecordOf<typeof installationEntity>;

export interface Installation {
  get(): Promise<InstallationRecord | null>;
  /** Creates the id of the object store if there is none. Concurrent callers all get the same record. */
  create(): Promise<InstallationRecord>;
  /** Stores when the marker was first seen. */
  noteMarked(): Promise<void>;
  /** Object keys of some issued certificates of any tenant, to check whether an object store contains them. */
  someIssued(limit: number): Promise<Pick<CertificateRecord, '_id' | 'prefix' | 'pack'>[]>;
}
