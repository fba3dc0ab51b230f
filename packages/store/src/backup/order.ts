import { type CollectionName, schemas } from '../database/tables.ts';

/**
 * Sessions are no part of a backup: one that ended after the backup would be valid again. Everybody signs in again. The
 * marker of the object store is no part of it either: a restored database knows its store by the files that were
 * restored into it, and marks it. Scans of the records begin again, and no lock is held.
 */
const leftOut: readonly CollectionName[] = ['sessions', 'installation', 'upkeepMarks', 'locks'];

/**
 * What refers to others is read before what it refers to. Nothing that is referred to is taken away while it is
 * needed, so a row that is done has its certificate in the same backup, and a student the certificate shown, although
 * the collections are read one after the other while the services work. A batch comes before its rows, because its
 * rows stand before it may be seen; rows come before the deliveries that decide them.
 */
const first: readonly CollectionName[] = [
  'idempotencyKeys',
  'batches',
  'batchItems',
  'emailDeliveries',
  'students',
  'certificates',
  'templates',
  'templateRevisions',
];

/** The collections of a backup, in the order in which they must be read. They are written in the opposite order. */
export function collectionsInOrder(): CollectionName[] {
  const all = Object.keys(schemas) as CollectionName[];
  return [...first, ...all.filter((name) => !first.includes(name) && !leftOut.includes(name))];
}
