import type { FormContent } from './content.ts';
import { type Compression, real, streamObject } from './syntax.ts';
import type { RenderingVersion } from './version.ts';

// Groups of version 2 declare their blending colour space and are isolated, because viewers differ without that; version
// 1 declared neither.
const groups = { 1: '<</S/Transparency>>', 2: '<</S/Transparency/CS/DeviceRGB/I true>>' } as const;

/** The transparency group of a page with transparent content (ISO 32000-1, 11.4.7). */
export const pageGroup = '/Group<</S/Transparency/CS/DeviceRGB>>';

interface FormSetting {
  version: RenderingVersion;
  /** Object number of the resources. */
  resources: number;
  /** Its key in the parent tree; null when it has no marked content. */
  key: number | null;
  compression: Compression;
}

/** A transparency group (ISO 32000-1, 11.6.6): painted as a whole, then composited with the page at one opacity. */
export function formObject(
  { content, bounds }: FormContent,
  { version, resources, key, compression }: FormSetting,
): Buffer {
  return streamObject(
    Buffer.from(content, 'latin1'),
    `/Type/XObject/Subtype/Form/BBox[${bounds.map(real).join(' ')}]/Group${groups[version]}/Resources ${resources} 0 R` +
      (key === null ? '' : `/StructParents ${key}`),
    compression,
  );
}
