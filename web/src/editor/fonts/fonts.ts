import type { fontsApi, ReplyOf } from '@sello/contracts';
import type { FontFace, Fonts, WordFinder } from '@sello/design';
import { FallbackChains, type FontFile, isPairwise } from '@sello/design/fonts';
import { createFace } from '@sello/design/shaping';
import { Pending } from '../pending.ts';
import { type FindWords, wordsOfRenderer } from './words.ts';

/** The fonts of an organization as the API lists them. */
export type FontList = ReplyOf<(typeof fontsApi.calls)['list']>;

/** Where the fonts come from. */
export interface FontFiles {
  list(): Promise<FontList>;
  /** The bytes of a face; rejects when they cannot be fetched. */
  file(sha256: string): Promise<Uint8Array>;
  words: FindWords;
}

/** Shaping with a font that was not fetched yet begins to fetch it and throws `Pending`. */
export interface EditorFonts extends Fonts {
  /** What texts may be set in, for a list to choose from, and the packs with their state. */
  readonly list: FontList;
  /** For the setting of a layout. */
  readonly words: WordFinder;
  /** The bytes of a face, such as for a sample that the browser sets. Rejects when they cannot be fetched. */
  file(sha256: string): Promise<Uint8Array>;
  /** Lists the fonts anew, as after an upload; what is laid out from then on has them. Rejects as calls do. */
  reload(): Promise<void>;
}

/**
 * The renderer's fonts in the browser: the same files, in the same order, shaped by the same library. Only the files that
 * a text needs are fetched. Rejects when the list cannot be fetched.
 */
export async function openFonts(files: FontFiles): Promise<EditorFonts> {
  const faces = new Map<string, FontFace>();
  const fetches = new Map<string, Promise<void>>();

  const fetchFace = (sha256: string, isPaired: boolean): Promise<void> => {
    let fetching = fetches.get(sha256);
    if (!fetching) {
      fetching = files
        .file(sha256)
        .then((bytes) => {
          faces.set(sha256, createFace(sha256, bytes, { pairwise: isPaired }));
        })
        .finally(() => fetches.delete(sha256));
      fetches.set(sha256, fetching);
    }
    return fetching;
  };

  const chainsOf = (list: FontList): FallbackChains => {
    const own = new Set(list.families.filter(({ kind }) => kind === 'own').map(({ family }) => family));
    const sources = list.families
      // The organization's own families come before all of the same name.
      .filter(({ family, kind }) => kind === 'own' || !own.has(family))
      .flatMap(({ family, kind, faces: styles }) =>
        styles.map(({ weight, italic, sha256 }): FontFile => {
          const isPaired = kind === 'bundled' && isPairwise(family);
          const face = () => {
            const opened = faces.get(sha256);
            if (!opened) throw new Pending(fetchFace(sha256, isPaired));
            return opened;
          };
          return { key: sha256, family, weight, italic, face };
        }),
      );
    const others = list.families.filter(({ kind }) => kind === 'operator').map(({ family }) => family);
    return new FallbackChains(sources, [...new Set(others)].sort());
  };
  let list = await files.list();
  let chains = chainsOf(list);

  return {
    get list() {
      return list;
    },
    words: wordsOfRenderer(files.words),
    chain: (...request) => chains.chain(...request),
    file: (sha256) => files.file(sha256),
    async reload() {
      list = await files.list();
      chains = chainsOf(list);
    },
  };
}
