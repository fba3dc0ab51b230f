import { certificatePictureUrl, type PublicCertificate } from '@sello/contracts';

export interface PagePicture {
  /** An object URL; revoke it when the picture is no longer shown. */
  src: string;
  /** The name of the paper size. */
  size: string;
}

/** The picture of the issued file's first page, rendered by the server. Throws when there is none. */
export async function fetchPicture(
  { certId, hash }: Pick<PublicCertificate, 'certId' | 'hash'>,
  signal: AbortSignal,
): Promise<PagePicture> {
  // On the current host: an organization's own domain serves it too.
  const response = await fetch(certificatePictureUrl(certId, hash), { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`The picture answered ${response.status}`);
  const [width = 0, height = 0] = (response.headers.get('page-size') ?? '').split(' ').map(Number);
  const bytes = await response.blob();
  signal.throwIfAborted();
  return { src: URL.createObjectURL(bytes), size: pageSize(width, height) };
}

/** The common name of a paper size in points, else its size in millimetres. */
export function pageSize(width: number, height: number): string {
  const sizes = {
    A3: [842, 1191],
    A4: [595, 842],
    A5: [420, 595],
    Letter: [612, 792],
    Legal: [612, 1008],
  } as const;
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  for (const [name, [w, h]] of Object.entries(sizes)) {
    if (Math.abs(short - w) < 3 && Math.abs(long - h) < 3) return name;
  }
  const mm = (points: number): number => Math.round((points * 25.4) / 72);
  return `${mm(width)} × ${mm(height)} mm`;
}
