type Stored = Record<string, unknown>;

const isRecord = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown, change: (one: Stored) => Stored): unknown =>
  Array.isArray(value) ? value.map((one) => (isRecord(one) ? change(one) : one)) : value;

/** Elements of version 1 whose shape changed. A default of version 1 that differs from that of version 2 is filled in. */
const elements1: Readonly<Record<string, (element: Stored) => Stored>> = {
  text: ({ content, ...rest }) => ({
    ...{ align: 'left', lineHeight: 1.16 },
    ...rest,
    paragraphs: [{ runs: [{ text: content }] }],
  }),
  image: ({ assetId, ...rest }) => ({ ...rest, source: { kind: 'asset', assetId } }),
  qr: (element) => ({ quietZone: 0, ...element }),
  group: (element) => ({ ...element, elements: listOf(element.elements, element1) }),
};

function element1(element: Stored): Stored {
  const { type } = element;
  const migrate = typeof type === 'string' && Object.hasOwn(elements1, type) ? elements1[type] : undefined;
  return migrate ? migrate(element) : element;
}

/**
 * Each migration converts from the version of its key to the next. A migrated design compiles to the same bytes as
 * before, which issued certificates share: `renderingVersion` selects the rules of layout and output.
 */
export const migrations: Readonly<Record<number, (older: Stored) => Stored>> = {
  1: (design) => ({
    ...design,
    version: 2,
    renderingVersion: 1,
    pages: listOf(design.pages, (page) => ({ ...page, elements: listOf(page.elements, element1) })),
  }),
};
