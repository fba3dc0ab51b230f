import { assetsApi, type Tenant } from '@sello/contracts';
import { isSignatureImage, logoVariable, signatureImages } from '@sello/design';
import type { TenantClient } from '../../api/tenant-client.ts';
import { kindBytes, pictureTypeOf } from '../file-kind.ts';
import type { ImageFiles } from './images.ts';

/** The pictures that a template names, fetched when they are shown, and the seal colour of the organization. */
export function imageFilesOf(
  { call }: TenantClient,
  { logoUrl, sealColor, signatories = [] }: Pick<Tenant, 'logoUrl' | 'sealColor' | 'signatories'> = {},
): ImageFiles {
  const files: ImageFiles = {
    ...(sealColor !== undefined && { sealColor }),
    async asset(id) {
      const bytes = await call(assetsApi, 'file', { query: { id } });
      // Browsers decode pictures by their content, but not SVG.
      const type = pictureTypeOf(bytes.subarray(0, kindBytes)) ?? 'application/octet-stream';
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
    },
    async variable(name) {
      if (isSignatureImage(name)) {
        // The lines of a sample are those of the first signatories.
        const signature = signatories[Object.keys(signatureImages).indexOf(name)]?.signature;
        return signature === undefined ? null : files.asset(signature);
      }
      if (name !== logoVariable || !logoUrl) return null;
      const answer = await fetch(logoUrl);
      return answer.ok ? answer.blob() : null;
    },
  };
  return files;
}
