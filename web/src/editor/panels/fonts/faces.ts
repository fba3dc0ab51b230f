import type { FontList } from '../../fonts/fonts.ts';
import type { EditorSession } from '../../session/session.ts';

type Family = FontList['families'][number];
type Face = Family['faces'][number];

/** The face of a family that is nearest to a weight and a slope. */
export function nearestFace(
  { faces }: Pick<Family, 'faces'>,
  weight: number,
  italic: boolean,
): Face | undefined {
  const distance = (face: Face) => Math.abs(face.weight - weight) + (face.italic === italic ? 0 : 10_000);
  return faces.reduce<Face | undefined>(
    (best, face) => (best && distance(best) <= distance(face) ? best : face),
    undefined,
  );
}

/** The face of a family that shows it best: upright and regular, or the nearest that it has. */
export const regularFace = (family: Pick<Family, 'faces'>): Face | undefined =>
  nearestFace(family, 400, false);

/** The CSS families that were made of font files in this window, by their hash. */
const made = new Map<string, Promise<string>>();

/** Makes a font file a family of the browser's, under a name of its own. Rejects when the browser cannot read it. */
export async function cssFamilyOf(name: string, bytes: Uint8Array): Promise<string> {
  const face = new FontFace(name, bytes as Uint8Array<ArrayBuffer>);
  await face.load();
  document.fonts.add(face);
  return name;
}

/** The CSS family that shows a face of the renderer's. Rejects when its file cannot be fetched or read. */
export function shownFace({ fonts }: Pick<EditorSession, 'fonts'>, sha256: string): Promise<string> {
  let family = made.get(sha256);
  if (!family) {
    family = fonts.file(sha256).then((bytes) => cssFamilyOf(`sample-${sha256}`, bytes));
    made.set(sha256, family);
    family.catch(() => made.delete(sha256));
  }
  return family;
}
