import { type CollectionName, schemas } from '../database/tables.ts';

/**
 * Sessions are not backed up: one that was ended after the backup would be valid again, so everybody signs in again
 * after a restore. The marker of the object store is not backed up either: a restored database identifies its object
 * store by the restored files and writes a new marker. Consistency scans start from the beginning, and no lock is held.
 */
const excluded: readonly CollectionName[] = ['sessions', 'installation', 'upkeepMarks', 'locks'];

/**
 * A collection that refers to another is read before it. Referenced documents are never deleted while they are needed,
 * so the certificate of every done row is in the same backup, and so is the student that the certificate was issued to,
 * although the collections are read one by one while the services run. Batches are read before their rows, because the
 * rows exist before the batch becomes visible; rows are read before the deliveries that determine their state. The trash
 * is read after the students, so that one who is deleted meanwhile is in the backup at least once.
 */
const first: readonly CollectionName[] = [
  'idempotencyKeys',
  'batches',
  'batchItems',
  'emailDeliveries',
  'students',
  'trashedStudents',
  'certificates',
  'templates',
  'templateRevisions',
];

/** The collections of a backup, in the order in which they must be read. They are written in the opposite order. */
export function collectionsInOrder(): CollectionName[] {
  const all = Object.keys(schemas) as CollectionName[];
  return [...first, ...all.filter((name) => !first.includes(name) && !excluded.includes(name))];
}
