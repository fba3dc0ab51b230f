/** Pixels. The column of the page is 600 wide at most: this is for screens of twice as many. */
export const pictureWidth = 1_200;
/** Pixels. A page that is very much taller than wide gets narrower instead. */
export const tallest = 2_400;

/** A page as a picture. */
export interface Picture {
  png: Uint8Array;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
  /** Of the page, in points. */
  page: { width: number; height: number };
}

export type FromPictureThread = { picture: Picture } | { error: string };
