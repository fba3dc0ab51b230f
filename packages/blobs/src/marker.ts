import { AppError, isAppError } from '@sello/kit';
import type { Blobs } from './blobs.ts';

/** The same key for every installation, so that a store belongs to one of them only: accepting a store overwrites it. */
export const markerKey = 'installation/marker.json';

/** The id in the store's marker; `undefined` without a marker; for an unreadable marker an id that matches none. */
export async function readMarker(blobs: Pick<Blobs, 'read'>): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await blobs.read(markerKey);
  } catch (error) {
    if (isAppError(error, 'object_missing')) return undefined;
    throw error;
  }
  try {
    const { objectStoreId } = JSON.parse(bytes.toString('utf8')) as { objectStoreId?: unknown };
    return typeof objectStoreId === 'string' ? objectStoreId : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** Writes the marker and reads it back. The bytes depend on the id only, so concurrent writers do not conflict. */
export async function writeMarker(blobs: Pick<Blobs, 'read' | 'put'>, objectStoreId: string): Promise<void> {
  await blobs.put(markerKey, Buffer.from(`${JSON.stringify({ objectStoreId })}\n`));
  if ((await readMarker(blobs)) === objectStoreId) return;
  throw new AppError('unavailable', { cause: new Error(`${markerKey} was read back with another content`) });
}
