import { assetsApi, type Language } from '@sello/contracts';
import { defineDesign, logoVariable } from '@sello/design';
import { call } from '../../api/index.ts';
import { localeTags } from '../../i18n/language.ts';
import type { ImageFiles } from '../canvas/images.ts';
import { newId, pageSizes } from '../model/index.ts';
import type { TemplateDocument } from '../session/session.ts';

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
