import { type Asset, assetsApi, limits } from '@sello/contracts';
import { ApiError } from '../../../api/index.ts';
import { createStore, type Store } from '../../../state/store.ts';
import type { EditorSession } from '../../session/session.ts';
import { shelfOf } from './shelf.ts';

/** What a file dialog offers; the server decides by the bytes. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
const extensions = /\.(png|jpe?g|webp|svg)$/i;
const megabyte = 1024 * 1024;

/** A file that is being uploaded, or was not. */
export interface Upload {
  id: string;
  fileName: string;
  state: 'waiting' | 'sending' | 'failed';
  error?: unknown;
}

/** The uploads of a session, in the order in which the files were given. */
export interface Uploads {
  readonly store: Store<readonly Upload[]>;
  /** Uploads files; `onImage` is called with each that arrived. */
  add(files: readonly File[], onImage?: (image: Asset) => void): void;
  /** Sends one that failed again. */
  retry(id: string): void;
  /** Takes one that failed off the list. */
  dismiss(id: string): void;
}

/** Two at a time: the server decodes each of them as a whole. */
const mostAtOnce = 2;

const refused = (code: string, details?: Record<string, unknown>): ApiError =>
  new ApiError(code, { code, status: 0, call: { resource: 'assets', key: 'upload' }, details });

/** Why a file cannot be an image, as far as its name and size say; null when the server has to say it. */
function refusalOfFile({ name, type, size }: File): ApiError | null {
  const isKnown = (imageTypes as readonly string[]).includes(type) || (type === '' && extensions.test(name));
  if (!isKnown) return refused('upload_image_kind');
  if (size > limits.imageUpload) return refused('upload_image_large', { max: limits.imageUpload / megabyte });
  return size === 0 ? refused('file_missing') : null;
}

interface Pending {
  file: File;
  /** The same for a second attempt, so that it makes no second image. */
  key: string;
  onImage: ((image: Asset) => void) | undefined;
}

function createUploads(session: EditorSession): Uploads {
  const store = createStore<readonly Upload[]>([]);
  const pending = new Map<string, Pending>();
  const change = (id: string, to: Partial<Upload>) =>
    store.set(store.get().map((one) => (one.id === id ? { ...one, ...to } : one)));
  const forget = (id: string) => {
    pending.delete(id);
    store.set(store.get().filter((one) => one.id !== id));
  };

  const send = async (id: string): Promise<void> => {
    const { file, key, onImage } = pending.get(id) as Pending;
    const refusal = refusalOfFile(file);
    change(id, { state: 'sending' });
    try {
      if (refusal) throw refusal;
      const shelf = shelfOf(session);
      const body = { use: 'image', shelf: shelf.name } as const;
      const image = await session.client.call(assetsApi, 'upload', { body, file, idempotencyKey: key });
      shelf.add(image);
      forget(id);
      onImage?.(image);
    } catch (error) {
      change(id, { state: 'failed', error });
    }
    next();
  };
  const next = (): void => {
    const list = store.get();
    const room = mostAtOnce - list.filter(({ state }) => state === 'sending').length;
    const waiting = list.filter(({ state }) => state === 'waiting');
    for (const { id } of waiting.slice(0, Math.max(0, room))) void send(id);
  };

  return {
    store,
    add(files, onImage) {
      const added = files.map((file): Upload => {
        const id = crypto.randomUUID();
        pending.set(id, { file, key: crypto.randomUUID(), onImage });
        return { id, fileName: file.name, state: 'waiting' };
      });
      store.set([...store.get(), ...added]);
      next();
    },
    retry(id) {
      change(id, { state: 'waiting', error: undefined });
      next();
    },
    dismiss: forget,
  };
}

const ofSessions = new WeakMap<EditorSession, Uploads>();

export function uploadsOf(session: EditorSession): Uploads {
  let uploads = ofSessions.get(session);
  if (!uploads) {
    uploads = createUploads(session);
    ofSessions.set(session, uploads);
  }
  return uploads;
}
