import { createHash } from 'node:crypto';
import { type fontsApi, limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { idOfRow } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { storeUpload } from '../../images/take-image.ts';
import { ownFontView } from '../../views/font.ts';

/** Sanitizes an uploaded font and stores each of its faces. */
export const upload: Handler<(typeof fontsApi.calls)['upload']> = async (
  { tenantId, file, person, operationId },
  { store, blobs, fonts, fontSanitizer, lock, audit },
) => {
  if (file === undefined || file.size === 0) throw new AppError('file_missing');
  const { family, italic, characters, faces } = await fontSanitizer.sanitize(tenantId, await file.read());
  if (fonts.isShared(family)) throw new AppError('font_family_taken', { details: { family } });

  return lock.hold(`fonts.upload ${tenantId}`, { busy: 'rate_limited' }, async () => {
    const existing = await store.fonts.list(tenantId);
    // A retry with the same idempotency key creates the same records.
    const own = new Set(faces.map((_, index) => idOfRow(operationId, index)));
    const others = existing.filter(({ _id }) => !own.has(_id));
    const alreadyExists = others.some(
      (one) =>
        one.family === family && one.italic === italic && faces.some(({ weight }) => weight === one.weight),
    );
    if (alreadyExists) throw new AppError('font_exists', { details: { family } });
    if (others.length + faces.length > limits.ownFonts) {
      throw new AppError('font_limit_reached', { details: { max: limits.ownFonts } });
    }
    const records = [];
    for (const [index, { weight, bytes }] of faces.entries()) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = `fonts/${tenantId}/${sha256}`;
      // The blob is written first, so that a record never refers to a missing one.
      await storeUpload(blobs, key, bytes);
      const { fileName } = file;
      const font = { sha256, key, size: bytes.byteLength, fileName, family, italic, weight, characters };
      records.push(
        await store.fonts.create(
          tenantId,
          { ...font, licensedBy: person.userId },
          idOfRow(operationId, index),
        ),
      );
    }
    await audit.note(tenantId, person, { action: 'fonts.upload', details: { family, faces: faces.length } });
    return { fonts: records.map(ownFontView) };
  });
};
