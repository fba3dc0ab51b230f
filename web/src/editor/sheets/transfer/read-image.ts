import { kindBytes, pictureTypeOf } from '../../file-kind.ts';

/** Points of the longer side of a page that is made of a picture: that of A4. */
const longestSide = 841.89;

/** The size in points of a page of a picture's proportions. */
export function pageOfPicture({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  const scale = longestSide / Math.max(width, height, 1);
  const side = (pixels: number) => Math.round(Math.max(pixels * scale, 36) * 100) / 100;
  return { width: side(width), height: side(height) };
}

/** A file of a data URL, whose content is in base 64. */
export function fileOfDataUrl(dataUrl: string, name: string): File {
  const [head = '', content = ''] = dataUrl.split(',', 2);
  const type = /^data:([^;,]+)/.exec(head)?.[1] ?? 'application/octet-stream';
  const bytes = Uint8Array.from(atob(content.replace(/\s/g, '')), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type });
}

/** A blob as a data URL; its type is taken from its first bytes where it has none. */
export async function dataUrlOf(blob: Blob): Promise<string> {
  const start = new Uint8Array(await blob.slice(0, kindBytes).arrayBuffer());
  const type = pictureTypeOf(start) ?? blob.type;
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(new Blob([blob], { type }));
  });
}
