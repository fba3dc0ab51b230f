import { ApiError, NETWORK_ERROR } from '../../api/index.ts';
import type { BaseRow, DraftKey, DraftRow, Drafts } from '../../state/drafts/drafts.ts';
import { buildDesign, buildText } from '../model/model.fixture.ts';
import type { OnServer, SavedDocument } from './document.ts';
import type { SaveAnswer, SaveRequest } from './save-request.ts';

export const templateId = 'a'.repeat(24);

export function buildDocument(text: string, overrides: Partial<SavedDocument> = {}): SavedDocument {
  return { name: 'Diploma', tags: [], design: buildDesign([buildText('text1', text)]), ...overrides };
}

export function buildOnServer(document: SavedDocument, overrides: Partial<OnServer> = {}): OnServer {
  return { id: templateId, rev: 3, updatedAt: '2026-11-22T10:39:00.000Z', document, ...overrides };
}

export function apiError(status: number, code: string, details?: Record<string, unknown>): ApiError {
  return new ApiError(code, { status, code, details, call: { resource: 'templates', key: 'upsert' } });
}

export const offline = (): ApiError => apiError(0, NETWORK_ERROR);

/** A store of drafts in memory, which can be full. */
export function memoryDrafts(): Drafts & {
  rows: Map<string, DraftRow>;
  bases: Map<string, BaseRow>;
  isFull: boolean;
} {
  const rows = new Map<string, DraftRow>();
  const bases = new Map<string, BaseRow>();
  const keyOf = ({ place, template, tab }: DraftKey) => `${place} ${template} ${tab}`;
  const drafts = {
    ...{ rows, bases, isFull: false, areForgotten: false },
    async list(place: string) {
      return [...rows.values()]
        .filter((row) => row.place === place)
        .map((row) => {
          const base = bases.get(keyOf(row));
          return {
            ...row,
            base: base?.base ?? null,
            sent: base?.sent ?? null,
            request: base?.request ?? null,
          };
        })
        .sort((a, b) => b.changedAt - a.changedAt);
    },
    async write(row: DraftRow) {
      if (drafts.isFull) throw new DOMException('full', 'QuotaExceededError');
      rows.set(keyOf(row), row);
    },
    async writeBase(row: BaseRow) {
      if (drafts.isFull) throw new DOMException('full', 'QuotaExceededError');
      bases.set(keyOf(row), row);
    },
    async remove(key: DraftKey) {
      rows.delete(keyOf(key));
      bases.delete(keyOf(key));
    },
    names: async () => [...rows.values()].map(({ name }) => name),
    reopen: () => undefined,
    close: () => undefined,
  };
  return drafts;
}

/** A server of one template that counts `rev` and knows repeated saves; `next` answers in its place, once each. */
export function fakeServer(stored: OnServer | null) {
  const server = {
    stored,
    requests: [] as SaveRequest[],
    /** Run instead of the next saves; `lost` saves and loses the answer. */
    next: [] as (() => Error | 'lost' | Promise<never>)[],
    answers: new Map<string, SaveAnswer>(),
    async send(request: SaveRequest): Promise<SaveAnswer> {
      server.requests.push(request);
      await Promise.resolve();
      const outcome = await server.next.shift()?.();
      if (outcome instanceof Error) throw outcome;
      const answer = server.answers.get(request.key) ?? server.save(request);
      server.answers.set(request.key, answer);
      if (outcome === 'lost') throw offline();
      return answer;
    },
    save({ from, document }: Pick<SaveRequest, 'from' | 'document'>, by = 'Rosa'): SaveAnswer {
      const { stored: now } = server;
      if (from && !now) throw apiError(404, 'template_not_found');
      if (from && now && from.rev !== now.rev) {
        const { rev, updatedAt, updatedBy } = now;
        throw apiError(409, 'template_conflict', { rev, updatedAt, updatedBy });
      }
      const rev = from ? from.rev + 1 : 1;
      const id = from?.id ?? 'b'.repeat(24);
      const updatedAt = new Date().toISOString();
      server.stored = { id, rev, updatedAt, updatedBy: by, document };
      return { id, rev, updatedAt };
    },
    read: async (): Promise<OnServer | null> => server.stored,
  };
  return server;
}
