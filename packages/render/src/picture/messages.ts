/** Pixels. The verify page shows pictures at most 600 CSS pixels wide; this is enough for a device pixel ratio of 2. */
export const maxWidth = 1_200;
/** Pixels. A very tall page is scaled to this height instead. */
export const maxHeight = 2_400;

/** A page as a PNG. */
export interface Picture {
  png: Uint8Array;
  /** Size of the PNG, in pixels. */
  width: number;
  height: number;
  /** Size of the page, in points. */
  page: { width: number; height: number };
}

export type FromPictureThread = { picture: Picture } | { error: string };
