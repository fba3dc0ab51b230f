import type { FormContent } from './content.ts';
import { type Compression, real, streamObject } from './syntax.ts';
import type { RenderingVersion } from './version.ts';

// Groups of version 2 say in which colours they are blended and see nothing of what lies below them, without which
// viewers differ; version 1 left both open.
const groups = { 1: '<</S/Transparency>>', 2: '<</S/Transparency/CS/DeviceRGB/I true>>' } as const;

/** The group of a page that shows anything transparent (ISO 32000-1, 11.4.7). */
export const pageGroup = '/Group<</S/Transparency/CS/DeviceRGB>>';

interface FormSetting {
  version: RenderingVersion;
  /** Object number of the resources. */
  resources: number;
  /** Its key in the parent tree; null when nothing is marked in it. */
  key: number | null;
  compression: Compression;
}

/** A transparency group (ISO 32000-1, 11.6.6): painted as a whole, then laid on the page at one opacity. */
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
