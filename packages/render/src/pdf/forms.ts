import type { FormContent } from './content.ts';
import { type Compression, real, streamObject } from './syntax.ts';

// A group declares its blending colour space and is isolated, because viewers differ without that.
const group = '<</S/Transparency/CS/DeviceRGB/I true>>';

/** The transparency group of a page with transparent content (ISO 32000-1, 11.4.7). */
export const pageGroup = '/Group<</S/Transparency/CS/DeviceRGB>>';

interface FormSetting {
  /** Object number of the resources. */
  resources: number;
  /** Its key in the parent tree; null when it has no marked content. */
  key: number | null;
  compression: Compression;
}

/** A transparency group (ISO 32000-1, 11.6.6): painted as a whole, then composited with the page at one opacity. */
export function formObject(
  { content, bounds }: FormContent,
  { resources, key, compression }: FormSetting,
): Buffer {
  return streamObject(
    Buffer.from(content, 'latin1'),
    `/Type/XObject/Subtype/Form/BBox[${bounds.map(real).join(' ')}]/Group${group}/Resources ${resources} 0 R` +
      (key === null ? '' : `/StructParents ${key}`),
    compression,
  );
}
