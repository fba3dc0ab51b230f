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

/** What a file is by its first bytes; its name and the type that a browser gives it can be wrong. */
export function kindOfFile(start: Uint8Array): 'pdf' | 'image' | 'json' {
  const text = new TextDecoder('latin1').decode(start);
  if (text.includes('%PDF-')) return 'pdf';
  if (text.startsWith('\x89PNG') || text.startsWith('\xff\xd8\xff')) return 'image';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image';
  return 'json';
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
  const start = new Uint8Array(await blob.slice(0, 16).arrayBuffer());
  const isPng = start[0] === 0x89 && start[1] === 0x50;
  const isJpeg = start[0] === 0xff && start[1] === 0xd8;
  const type = isPng ? 'image/png' : isJpeg ? 'image/jpeg' : blob.type;
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(new Blob([blob], { type }));
  });
}
