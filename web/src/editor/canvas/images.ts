import type { ImageElement } from '@sello/contracts';
import { isSignatureImage } from '@sello/design';
import { Pending } from '../pending.ts';
import type { LoadedImage } from './elements/painter.ts';

/** Where pictures come from. Null, or a rejection: there is no such picture. */
export interface ImageFiles {
  asset(assetId: string): Promise<Blob | null>;
  /** The picture of an image variable, such as the organization's logo. */
  variable(name: string): Promise<Blob | null>;
  /** In which the organization's seal is printed, `#rrggbb`. */
  sealColor?: string | undefined;
}

export interface Images {
  /** Null when there is none. Throws `Pending` while it is being fetched. */
  of(source: ImageElement['source']): LoadedImage | null;
  /** In which the organization's seal is printed; without one in the design's own colour. */
  sealColor?: string | undefined;
  /** Frees the pictures. */
  close(): void;
}

/** The same pictures but the signatures of people: for a picture that others see, such as a thumbnail. */
export function withoutSignatures(images: Images): Images {
  const isSignature = (source: ImageElement['source']) =>
    source.kind === 'variable' && isSignatureImage(source.name);
  return { ...images, of: (source) => (isSignature(source) ? null : images.of(source)) };
}

/** Pictures that were fetched once, decoded by the browser; SVG stays vectors. */
export function openImages(files: ImageFiles): Images {
  const loaded = new Map<string, LoadedImage | null>();
  const arrivals = new Map<string, Promise<void>>();
  const urls: string[] = [];
  let isClosed = false;

  const load = async (source: ImageElement['source'], key: string): Promise<void> => {
    let image: LoadedImage | null = null;
    try {
      const blob = await (source.kind === 'asset'
        ? files.asset(source.assetId)
        : files.variable(source.name));
      if (blob && !isClosed) {
        const url = URL.createObjectURL(blob);
        urls.push(url);
        const picture = new Image();
        picture.src = url;
        await picture.decode();
        const { naturalWidth: width, naturalHeight: height } = picture;
        if (width > 0 && height > 0) image = { picture, width, height };
      }
    } catch {
      // Drawn as a place without a picture; the renderer names what is wrong with the file.
    }
    loaded.set(key, image);
    arrivals.delete(key);
  };

  return {
    ...(files.sealColor !== undefined && { sealColor: files.sealColor }),
    of(source) {
      const key = source.kind === 'asset' ? source.assetId : `{{${source.name}}}`;
      const image = loaded.get(key);
      if (image !== undefined) return image;
      const arrival = arrivals.get(key) ?? load(source, key);
      arrivals.set(key, arrival);
      throw new Pending(arrival);
    },
    close() {
      isClosed = true;
      for (const url of urls) URL.revokeObjectURL(url);
    },
  };
}
