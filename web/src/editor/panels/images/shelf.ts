import { type Asset, assetsApi } from '@sello/contracts';
import type { TenantClient } from '../../../api/tenant-client.ts';
import { createStore, type Store } from '../../../state/store.ts';
import type { EditorSession } from '../../session/session.ts';

/** How many images are fetched at once. */
const pageSize = 40;

export interface ShelfState {
  state: 'idle' | 'loading' | 'ready' | 'failed';
  /** Newest first. */
  images: readonly Asset[];
  /** How many there are, fetched or not. */
  total: number;
  /** What the next images follow; null when there are no more. */
  nextCursor: string | null;
  error: unknown;
}

/** The images that a template can show: those of the organization, or those of the catalog for its entries. */
export interface Shelf {
  readonly store: Store<ShelfState>;
  readonly name: 'organization' | 'catalog';
  /** Fetches the first images, or the next ones. */
  fetchMore(): Promise<void>;
  /** Puts an uploaded image first. */
  add(image: Asset): void;
}

/** Pages of imported PDFs are stored beside the images, and no browser draws them as one. */
const isImage = ({ mediaType }: Asset): boolean => mediaType.startsWith('image/');

function createShelf(name: Shelf['name'], { call }: TenantClient): Shelf {
  const store = createStore<ShelfState>({
    ...{ state: 'idle', images: [], total: 0, nextCursor: null, error: undefined },
  });
  return {
    ...{ store, name },
    async fetchMore() {
      const { state, images, nextCursor } = store.get();
      if (state === 'loading' || (state === 'ready' && nextCursor === null)) return;
      store.set({ ...store.get(), state: 'loading' });
      try {
        const query = { shelf: name, limit: pageSize, ...(nextCursor !== null && { cursor: nextCursor }) };
        const page = await call(assetsApi, 'list', { query });
        const known = new Set(images.map(({ _id }) => _id));
        const added = page.items.filter((image) => isImage(image) && !known.has(image._id));
        // Uploaded ones were added while the answer was awaited.
        const now = store.get().images;
        const all = [...now, ...added.filter(({ _id }) => !now.some((one) => one._id === _id))];
        store.set({
          ...{ state: 'ready', images: all, total: Math.max(page.total, all.length) },
          ...{ nextCursor: page.nextCursor, error: undefined },
        });
      } catch (error) {
        store.set({ ...store.get(), state: 'failed', error });
      }
    },
    add(image) {
      const now = store.get();
      const others = now.images.filter(({ _id }) => _id !== image._id);
      const isNew = others.length === now.images.length;
      store.set({ ...now, images: [image, ...others], total: now.total + (isNew ? 1 : 0) });
    },
  };
}

const shelves = new WeakMap<EditorSession, Shelf>();

/** The images of a session's organization, or of the catalog; fetched once for all that list them. */
export function shelfOf(session: EditorSession): Shelf {
  let shelf = shelves.get(session);
  if (!shelf) {
    shelf = createShelf(session.kind === 'catalog' ? 'catalog' : 'organization', session.client);
    shelves.set(session, shelf);
  }
  return shelf;
}
