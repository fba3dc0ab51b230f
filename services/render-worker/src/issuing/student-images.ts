import type { Blobs } from '@sello/blobs';
import { isKeptAt, limits } from '@sello/contracts';
import { studentImages } from '@sello/design';
import { isAppError } from '@sello/kit';
import { unreadableImage } from '@sello/render';
import type { PrintedStudent, Store } from '@sello/store';

/** Images of one student's certificate, by the variable that names them. */
export type RowImages = Readonly<Record<string, Uint8Array>>;

/** The students' images of a chunk. */
export interface StudentImages {
  /**
   * Reads those of the named variables that the student has. Throws the row's error `image_unreadable` for one that is
   * not stored or larger than 10 MiB, and faults.
   */
  read(student: PrintedStudent, variables: readonly string[]): Promise<RowImages | undefined>;
}

/** Looks up the images that the students of a chunk refer to, in one read; their bytes are read row by row. */
export async function findStudentImages(
  store: Pick<Store, 'assets'>,
  blobs: Pick<Blobs, 'read'>,
  tenantId: string,
  students: readonly PrintedStudent[],
): Promise<StudentImages> {
  const ids = new Set(
    students.flatMap((student) => [...studentImages.values()].flatMap((name) => student[name] ?? [])),
  );
  const assets = ids.size === 0 ? [] : await store.assets.getMany(tenantId, [...ids]);
  const byId = new Map(assets.map((asset) => [asset._id, asset]));

  async function readImage(variable: string, assetId: string): Promise<Uint8Array> {
    const asset = byId.get(assetId);
    const unreadable = (cause?: unknown) => unreadableImage(`{{${variable}}}`, { cause });
    const isPhoto = asset !== undefined && isKeptAt(asset, 'photo');
    if (!isPhoto || asset.size > limits.imageBytes) throw unreadable();
    try {
      return await blobs.read(asset.key);
    } catch (cause) {
      throw isAppError(cause, 'object_missing') ? unreadable(cause) : cause;
    }
  }

  return {
    async read(student, variables) {
      const images: Record<string, Uint8Array> = {};
      for (const variable of variables) {
        const field = studentImages.get(variable);
        const assetId = field && student[field];
        if (assetId !== undefined) images[variable] = await readImage(variable, assetId);
      }
      return Object.keys(images).length > 0 ? images : undefined;
    },
  };
}
