import {
  assetsApi,
  type CatalogEntry,
  type Design,
  type Language,
  languages,
  type Template,
  templatesApi,
} from '@sello/contracts';
import { defineDesign, logoVariable } from '@sello/design';
import { call } from '../../api/index.ts';
import { localeTags } from '../../i18n/language.ts';
import type { ImageFiles } from '../canvas/images.ts';
import { newId, pageSizes } from '../model/index.ts';
import type { TemplateDocument } from '../session/session.ts';

/** What is edited: a template of the organization, or an entry of the catalog. */
export type Kind = 'template' | 'catalog';

/** A template as it was opened: stored, or one that is made by its first change. */
export interface Opened {
  document: TemplateDocument;
  /** Absent for a new one. */
  stored?: { id: string; rev: number; updatedAt: string; thumbnailUrl: string | undefined };
}

function designOf(from: Template | CatalogEntry): Design {
  const { version, renderingVersion, locale, dateStyle, timeZone, pages, variables } = from;
  return { version, renderingVersion, locale, dateStyle, timeZone, pages, variables };
}

/** An empty sheet in the language of the interface. */
export function emptyTemplate(name: string, language: Language): TemplateDocument {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const page = { id: newId(), ...pageSizes.a4Landscape, elements: [] };
  return {
    name,
    tags: [],
    design: defineDesign({ version: 2, locale: localeTags[language], timeZone, pages: [page] }),
  };
}

/** Fetches a template; null when there is none. Rejects as calls do. */
export async function fetchTemplate(kind: Kind, id: string): Promise<Opened | null> {
  const found = await call(templatesApi, kind === 'template' ? 'get' : 'catalog-get', { query: { id } });
  if (!found) return null;
  const { _id, name, tags, updatedAt, thumbnailUrl } = found;
  const language = 'language' in found ? languages.find((one) => one === found.language) : undefined;
  return {
    document: { name, tags, design: designOf(found), ...(language && { language }) },
    stored: { id: _id, rev: found.rev, updatedAt, thumbnailUrl },
  };
}

/** The type of a picture by its first bytes; browsers decode others by their content, but not SVG. */
function mediaTypeOf(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256)).trimStart();
  return start.startsWith('<') ? 'image/svg+xml' : 'application/octet-stream';
}

/** The pictures that a template names, fetched when they are shown. `logoUrl`: that of the organization. */
export function imageFilesOf(logoUrl: string | undefined): ImageFiles {
  return {
    async asset(id) {
      const bytes = await call(assetsApi, 'file', { query: { id } });
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaTypeOf(bytes) });
    },
    async variable(name) {
      if (name !== logoVariable || !logoUrl) return null;
      const answer = await fetch(logoUrl);
      return answer.ok ? answer.blob() : null;
    },
  };
}
