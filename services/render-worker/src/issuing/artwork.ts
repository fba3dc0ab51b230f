import { type Artwork, isKeptAt, type Signatory, signatoryNamed } from '@sello/contracts';
import { logoVariable, type PrintedValues, type SignatureImage, signatureImages } from '@sello/design';
import type { Store, TenantRecord } from '@sello/store';
import { pictureKeyOf } from '../object-keys.ts';

/** Where the object of each image variable of the organization is in its artwork. */
const places = {
  [logoVariable]: 'logo',
  'signatory1.signature': 'signature1',
  'signatory2.signature': 'signature2',
} as const satisfies Record<SignatureImage | typeof logoVariable, Exclude<keyof Artwork, 'sealColor'>>;

/** The objects of the images, by the variables that name them. */
export function imagesOfArtwork(artwork: Artwork): [variable: string, key: string][] {
  return Object.entries(places).flatMap(([variable, place]): [string, string][] => {
    const key = artwork[place];
    return key === undefined ? [] : [[variable, key]];
  });
}

/** What of the artwork a design prints: certificates that differ in the rest share a prefix. */
export function printedArtwork(
  artwork: Artwork,
  { images, hasSealPaint }: { images: readonly string[]; hasSealPaint: boolean },
): Artwork {
  const { sealColor } = artwork;
  return {
    ...Object.fromEntries(
      Object.entries(places).flatMap(([variable, place]) =>
        images.includes(variable) && artwork[place] !== undefined ? [[place, artwork[place]]] : [],
      ),
    ),
    ...(hasSealPaint && sealColor !== undefined && { sealColor }),
  };
}

/** The artwork of a certificate with these values, as the organization is now. */
export type ArtworkOf = (values: Pick<PrintedValues, 'batch'>) => Artwork;

/**
 * Reads the signatures of an organization. A line shows the signature of the signatory whose name it prints, and none below
 * another name.
 */
export async function readArtwork(
  store: Pick<Store, 'assets'>,
  { _id: tenantId, logoUrl, sealColor, signatories = [] }: TenantRecord,
): Promise<ArtworkOf> {
  const ids = signatories.flatMap(({ signature }) => signature ?? []);
  const assets = ids.length === 0 ? [] : await store.assets.getMany(tenantId, ids);
  const keys = new Map(
    assets.filter((asset) => isKeptAt(asset, 'signature')).map(({ _id, key }) => [_id, key]),
  );
  const logo = pictureKeyOf(logoUrl);
  const keyOf = ({ signature }: Signatory): string | undefined => signature && keys.get(signature);
  return ({ batch = {} }) => {
    const signed = Object.entries(signatureImages).flatMap(([variable, name]) => {
      const found = signatoryNamed(signatories, batch[name]);
      const key = found && keyOf(found);
      return key === undefined ? [] : [[places[variable as SignatureImage], key]];
    });
    return {
      ...Object.fromEntries(signed),
      ...(logo !== undefined && { logo }),
      ...(sealColor !== undefined && { sealColor }),
    };
  };
}
