import { assetsApi } from '@sello/contracts';
import { logoVariable } from '@sello/design';
import { call } from '../../api/index.ts';
import { kindBytes, pictureTypeOf } from '../file-kind.ts';
import type { ImageFiles } from './images.ts';

/** The pictures that a template names, fetched when they are shown. `logoUrl`: that of the organization. */
export function imageFilesOf(logoUrl: string | undefined): ImageFiles {
  return {
    async asset(id) {
      const bytes = await call(assetsApi, 'file', { query: { id } });
      // Browsers decode pictures by their content, but not SVG.
      const type = pictureTypeOf(bytes.subarray(0, kindBytes)) ?? 'application/octet-stream';
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
    },
    async variable(name) {
      if (name !== logoVariable || !logoUrl) return null;
      const answer = await fetch(logoUrl);
      return answer.ok ? answer.blob() : null;
    },
  };
}
