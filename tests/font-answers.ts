import { type FontLibrary, loadFonts } from '@sello/render';

/** The fonts as the API lists them; the key of a face stands for its hash. */
export function listOf(fonts: FontLibrary): object {
  const families = fonts.families.map(({ family, kind, faces }) => ({
    ...{ family, kind },
    faces: faces.map(({ key, weight, italic }) => ({ weight, italic, sha256: key })),
  }));
  return { families, packs: [], own: [] };
}

let loaded: Promise<FontLibrary> | undefined;

/** The renderer's fonts, loaded once. */
function bundled(): Promise<FontLibrary> {
  loaded ??= loadFonts();
  return loaded;
}

export const fontList = async (): Promise<object> => listOf(await bundled());

/** The bytes of a face by its key; undefined for an unknown one. */
export async function fontBytes(key: string): Promise<Uint8Array | undefined> {
  return (await bundled()).source(key)?.bytes();
}
