import { assetsApi, type Design, designShape, type Template, templatesApi } from '@sello/contracts';
import type { TenantClient } from '../../api/tenant-client.ts';
import { session } from '../../auth/session.ts';
import type { Kind, OnServer, SavedDocument } from './document.ts';
import type { SaveAnswer, SaveRequest } from './save-request.ts';

/** The calls that saving makes. Each rejects with an `ApiError`. */
export interface Transport {
  send(request: SaveRequest, options: { signal: AbortSignal; isLeaving: boolean }): Promise<SaveAnswer>;
  read(id: string): Promise<OnServer | null>;
  /** Keeps the stored state in the history. Entries of the catalog have none. */
  freeze(id: string, options?: { isLeaving?: boolean; reason?: 'left' | 'overwritten' }): Promise<void>;
  /** Keeps a document that is not saved in the history of the template, under a name. */
  freezeUnsaved(id: string, label: string, document: SavedDocument): Promise<void>;
  /** Uploads the picture of a template and returns its id. */
  upload(picture: Blob): Promise<string>;
}

/** Bytes of a body that browsers send after the page is gone, with room for the headers. */
const keepaliveBytes = 60_000;

const fields = Object.keys(designShape) as (keyof typeof designShape)[];

/** A document of what the server answers. */
function onServer(answer: Template & { language?: SavedDocument['language'] }): OnServer {
  const { _id: id, rev, updatedAt, updatedBy, thumbnailUrl, name, tags, language } = answer;
  const design = Object.fromEntries(
    fields.filter((field) => answer[field] !== undefined).map((field) => [field, answer[field]]),
  ) as unknown as Design;
  const document = { name, tags, design, ...(language !== undefined && { language }) };
  return { id, rev, updatedAt, updatedBy, thumbnailUrl, document };
}

function bodyOf({ from, document, thumbnail }: Omit<SaveRequest, 'key'>) {
  const { name, tags, design, language } = document;
  return {
    ...(from && { _id: from.id, rev: from.rev }),
    ...(thumbnail !== null && { thumbnail }),
    ...(language !== undefined && { language }),
    name,
    tags: [...tags],
    ...design,
  };
}

/** Options of a request that must leave before the page does. */
function leaving(isLeaving: boolean): { accessToken?: string } {
  const state = session.get();
  return isLeaving && state.status === 'signed-in' ? { accessToken: state.accessToken } : {};
}

/** Saves in the organization of the client, whichever is active by then. */
export function createTransport(kind: Kind, { call }: TenantClient): Transport {
  const isCatalog = kind === 'catalog';
  return {
    async send({ key: idempotencyKey, ...request }, { signal, isLeaving }) {
      const body = bodyOf(request);
      const size = new Blob([JSON.stringify(body)]).size;
      const options = { idempotencyKey, signal, keepalive: size <= keepaliveBytes, ...leaving(isLeaving) };
      const answer = isCatalog
        ? await call(templatesApi, 'catalog-upsert', { body, ...options })
        : await call(templatesApi, 'upsert', { body, ...options });
      const { _id: id, rev, updatedAt, thumbnailUrl } = answer;
      return { id, rev, updatedAt, thumbnailUrl };
    },
    async read(id) {
      const answer = isCatalog
        ? await call(templatesApi, 'catalog-get', { query: { id } })
        : await call(templatesApi, 'get', { query: { id } });
      return answer && onServer(answer);
    },
    async freeze(id, { isLeaving = false, reason = 'left' } = {}) {
      if (isCatalog) return;
      const body = { id, reason };
      await call(templatesApi, 'freeze', { body, keepalive: isLeaving, ...leaving(isLeaving) });
    },
    async freezeUnsaved(id, label, document) {
      if (isCatalog) return;
      const unsaved = { name: document.name, ...document.design };
      await call(templatesApi, 'freeze', { body: { id, reason: 'named', label, unsaved } });
    },
    async upload(picture) {
      const file = new File([picture], 'thumbnail.png', { type: 'image/png' });
      const body = { use: 'thumbnail', shelf: isCatalog ? 'catalog' : 'organization' } as const;
      return (await call(assetsApi, 'upload', { body, file }))._id;
    },
  };
}
