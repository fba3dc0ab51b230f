type Stored = Record<string, unknown>;

const isRecord = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown, change: (one: Stored) => Stored): unknown =>
  Array.isArray(value) ? value.map((one) => (isRecord(one) ? change(one) : one)) : value;

/** What version 1 took for a property that was left out, where version 2 takes something else. */
const text1 = { align: 'left', lineHeight: 1.16 };
const qr1 = { quietZone: 0 };

function element1(element: Stored): Stored {
  if (element.type === 'text') {
    const { content, ...rest } = element;
    return { ...text1, ...rest, paragraphs: [{ runs: [{ text: content }] }] };
  }
  if (element.type === 'image') {
    const { assetId, ...rest } = element;
    return { ...rest, source: { kind: 'asset', assetId } };
  }
  if (element.type === 'qr') return { ...qr1, ...element };
  if (element.type === 'group') return { ...element, elements: listOf(element.elements, element1) };
  return element;
}

/**
 * From the version named to the next one. Certificates that were issued share the bytes that a design compiled to: what
 * migrates keeps them, as `renderingVersion` says by which rules it is set and written.
 */
export const migrations: Readonly<Record<number, (older: Stored) => Stored>> = {
  1: (design) => ({
    ...design,
    version: 2,
    renderingVersion: 1,
    pages: listOf(design.pages, (page) => ({ ...page, elements: listOf(page.elements, element1) })),
  }),
};
