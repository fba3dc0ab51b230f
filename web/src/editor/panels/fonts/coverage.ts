import { createFace } from '@sello/design/shaping';
import { createStore, type Store } from '../../../state/store.ts';
import type { FontList } from '../../fonts/fonts.ts';
import type { EditorSession } from '../../session/session.ts';
import { regularFace } from './faces.ts';
import { type Script, scriptsCovered, scriptsOfCatalogue } from './scripts.ts';

type Family = FontList['families'][number];

/** The scripts of families that are in no catalogue, by the hash of the face that was looked at. */
export const coverages: Store<ReadonlyMap<string, readonly Script[]>> = createStore(new Map());

const fetching = new Set<string>();

/** The scripts that a family covers; null while its file was not looked at. */
export function scriptsOf(family: Family): readonly Script[] | null {
  const known =
    family.kind === 'own' || family.kind === 'operator' ? null : scriptsOfCatalogue(family.family);
  return known ?? coverages.get().get(regularFace(family)?.sha256 ?? '') ?? null;
}

/** Looks into the file of a family whose scripts are not known. */
export async function findScripts({ fonts }: EditorSession, family: Family): Promise<void> {
  const sha256 = regularFace(family)?.sha256;
  if (sha256 === undefined || scriptsOf(family) !== null || fetching.has(sha256)) return;
  fetching.add(sha256);
  try {
    const { codePoints } = createFace(sha256, await fonts.file(sha256));
    const has = new Set(codePoints);
    const scripts = scriptsCovered((code) => has.has(code));
    coverages.set(new Map([...coverages.get(), [sha256, scripts]]));
  } catch {
    // Shown without its scripts.
  } finally {
    fetching.delete(sha256);
  }
}
