import { assetsApi } from '@sello/contracts';
import { logoVariable } from '@sello/design';
import { call } from '../../api/index.ts';
import type { ImageFiles } from './images.ts';

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
