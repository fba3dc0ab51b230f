import type { Asset, ImageElement } from '@sello/contracts';
import { currentPage, type Point } from '../../model/index.ts';
import type { EditorSession } from '../../session/session.ts';

/** An image that a person chose: a stored one, or a variable that names one. */
export interface ChosenImage {
  source: ImageElement['source'];
  /** Its file name, or the name of the variable. */
  name: string;
  /** Pixels, or the units of an SVG; unknown of variables whose image was not fetched. */
  size?: { width: number; height: number } | undefined;
  isVector?: boolean;
  /** For screen readers; empty = decorative. */
  alt?: string;
}

export function chosenOf({ _id, fileName, width, height, mediaType }: Asset): ChosenImage {
  return {
    source: { kind: 'asset', assetId: _id },
    name: fileName,
    size: width && height ? { width, height } : undefined,
    isVector: mediaType === 'image/svg+xml',
  };
}

/** The box of an image whose size is not known, in points. */
const unknownBox = { width: 120, height: 80 };

/** The size in points of a new image: at most half the page, and no pixel is larger than a point. */
export function sizeOnPage(
  { size, isVector = false }: Pick<ChosenImage, 'size' | 'isVector'>,
  page: { width: number; height: number },
): { width: number; height: number } {
  const { width, height } = size ?? unknownBox;
  const fitting = Math.min(page.width / 2 / width, page.height / 2 / height);
  const scale = isVector ? fitting : Math.min(fitting, 1);
  const rounded = (length: number) => Math.max(1, Math.round(length * scale * 100) / 100);
  return { width: rounded(width), height: rounded(height) };
}

/** Without the extension, as a layer is named. */
const layerName = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 100);

/** Adds an image with its middle at a point of the page, or in the middle of the page. */
export function addImage(session: EditorSession, image: ChosenImage, at?: Point): void {
  const { width, height } = sizeOnPage(image, currentPage(session.state));
  const { source, name, alt = '' } = image;
  session.run('add.image', {
    ...(at && { at }),
    properties: { source, width, height, alt, name: layerName(name) },
  });
}

/** Makes a stored image the background of the page that is shown. */
export function setAsBackground(session: EditorSession, { source }: ChosenImage): void {
  if (source.kind === 'asset') session.run('page.background', { assetId: source.assetId });
}
