import { z } from 'zod';
import { id } from '../scalars.ts';
import { defineEntity, field, optionalField } from './define.ts';
import { anyText, asMoment, date, flag, number, text } from './stored.ts';
import { wireSchema } from './wire.ts';

/**
 * image: one that designs print. thumbnail: the picture of a template, which the editor makes with every save. page: a
 * page of an imported PDF, which designs print as vectors. logo: uploaded to be the logo of the organization. signature: uploaded to be
 * that of one of its signatories. photo: uploaded to be the photograph of a student. `asset-uses.ts` says what each means.
 */
export const assetUse = z.enum(['image', 'thumbnail', 'page', 'logo', 'signature', 'photo']);
export type AssetUse = z.infer<typeof assetUse>;

/** An uploaded image or logo, or a page of an imported PDF. The bytes are in the object store under `key`; designs refer to the id. */
export const assetEntity = defineEntity({
  collection: 'assets',
  fields: {
    _id: field(text, { wire: id }),
    tenantId: field(text),
    sha256: field(text),
    key: field(text),
    /** Bytes. */
    size: field(number, { wire: true }),
    mediaType: field(text, { wire: true }),
    fileName: field(anyText, { wire: true }),
    /** Pixels; points of a page of a PDF. */
    width: optionalField(number, { wire: true }),
    height: optionalField(number, { wire: true }),
    /** The picture (PNG) of a page of a PDF, which browsers cannot draw as an image: its object and SHA-256. */
    pictureKey: optionalField(text),
    pictureSha256: optionalField(text),
    /** The public object of an image that was uploaded as logo; `key` too, unless it was an image or thumbnail before. */
    logoKey: optionalField(text),
    /** Absent = image. */
    use: optionalField(assetUse),
    /** For what else the same bytes were uploaded. */
    also: optionalField(z.array(assetUse)),
    /**
     * Of a logo: no settings were saved with it yet. Only such a logo is swept: sent letters show those that were. Of every
     * signature: it is swept when neither the settings nor a compiled prefix name it. Of a photograph: no student was
     * saved with it yet, or one who had it has another one.
     */
    unsaved: optionalField(flag),
    /** Of a logo, signature or photograph: when its removal began. From then on nothing can be saved with it. */
    sweptAt: optionalField(date),
    /** Of what is swept: when it was last uploaded or saved. */
    createdAt: field(date, { wire: asMoment }),
  },
  computed: {
    /** The public URL, of a logo that was just uploaded. */
    logoUrl: z.string().optional(),
  },
  indexes: [
    { keys: ['tenantId', 'sha256'], unique: true },
    { keys: ['tenantId', 'createdAt', '_id'] },
    // The sweeps of thumbnails, and of what no settings or students were saved with.
    { keys: ['use', '_id'] },
    { keys: ['key'] },
  ],
});

export const asset = wireSchema(assetEntity);
export type Asset = z.infer<typeof asset>;
