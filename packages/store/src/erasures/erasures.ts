import type { erasedCertificateEntity, erasureEntity, RecordOf } from '@sello/contracts';
import type { PackPlace } from '../certificates/certificates.ts';

export type ErasureRecord = RecordOf<typeof erasureEntity>;
export type ErasedCertificateRecord = RecordOf<typeof erasedCertificateEntity>;

/** A certificate's place in a pack. */
export interface FilePlace {
  certId: string;
  pack: PackPlace;
}

/** The steps of erasing a student, in the order of `docs/decisions/erasing.md`. Each is idempotent. */
export interface Erasures {
  /**
   * Begins to erase a student, also one in the trash; an erasure that has begun is returned. `null` when there is neither the student nor a
   * certificate of the student.
   */
  begin(tenantId: string, studentId: string, now?: Date): Promise<ErasureRecord | null>;
  get(tenantId: string, studentId: string): Promise<ErasureRecord | null>;
  /** Deletes the student and replaces the certificates by what is kept of them. Returns how many were erased in total. */
  eraseRecords(tenantId: string, studentId: string): Promise<number>;
  /**
   * Clears rows of batches, deletes e-mails and notes the zips and photographs that must be deleted. `failed` are batches
   * to be counted again, `isHeld` is true while a worker holds a row of the student.
   */
  eraseTraces(
    tenantId: string,
    studentId: string,
    now?: Date,
  ): Promise<{ failed: string[]; isHeld: boolean }>;
  /** What is kept of the organization's erased certificates, by number. */
  eachErased(tenantId: string): AsyncIterable<ErasedCertificateRecord>;
  /** The certificates whose files are in this pack. */
  placesIn(tenantId: string, packKey: string): Promise<FilePlace[]>;
  /** Notes a pack that must be rewritten. */
  notePack(tenantId: string, studentId: string, packKey: string): Promise<void>;
  /** Moves certificates to places with the same bytes, unless they were moved meanwhile. Returns how many were moved. */
  move(
    tenantId: string,
    moves: readonly { certId: string; from: PackPlace; to: PackPlace }[],
  ): Promise<number>;
  /** Notes that a pack needs no rewriting any more, and when its object is deleted, if it is. */
  settlePack(tenantId: string, studentId: string, packKey: string, deleteAt: Date | null): Promise<void>;
  /** Notes that an object was deleted, or that it is to be deleted later. */
  settleObject(tenantId: string, studentId: string, key: string, deleteAt: Date | null): Promise<void>;
  /**
   * Sets when the steps are run again. `round` is the number of rounds before the one that was completed now, or `null`
   * when it was not completed. Deletes the erasure after the last round and returns true.
   */
  endRound(
    tenantId: string,
    studentId: string,
    options: { round: number | null; dueAt: Date },
  ): Promise<boolean>;
  acrossTenants: {
    /** Erasures that are due, each taken by one caller for `leaseMs`. */
    due(options: { limit: number; leaseMs: number; now?: Date }): Promise<ErasureRecord[]>;
    byCertId(certId: string): Promise<ErasedCertificateRecord | null>;
    byHash(hash: string): Promise<ErasedCertificateRecord | null>;
  };
}

/** The pauses between the rounds, ms: a worker that was paused may finish late. */
export const pausesBetweenRounds: readonly number[] = [60 * 60_000, 24 * 60 * 60_000];
