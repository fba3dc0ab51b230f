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
  return changed(elements1, element);
}

function changed(changes: Readonly<Record<string, (element: Stored) => Stored>>, element: Stored): Stored {
  const { type } = element;
  const change = typeof type === 'string' && Object.hasOwn(changes, type) ? changes[type] : undefined;
  return change ? change(element) : element;
}

// The canvas of the first editor made a line 1.13 × font size high; line height applied between lines alone. Today every line
// is font size × line height high.
const firstLine = 1.13;
const defaultLineHeight = 1.3;

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const lineHeightOf = (first: number): number => Math.min(10, rounded(first * firstLine));

/** A value in which every line height, at any depth, is that of the first editor's canvas as it is written today. */
function withLineHeights<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withLineHeights) as Value;
  if (!isRecord(value)) return value;
  const change = ([name, own]: [string, unknown]): [string, unknown] =>
    name === 'lineHeight' && typeof own === 'number'
      ? [name, lineHeightOf(own)]
      : [name, withLineHeights(own)];
  return Object.fromEntries(Object.entries(value).map(change)) as Value;
}

/** A text whose box grew about its centre by what is now above its first and below its last line: it keeps its size. */
function withFirstLines(element: Stored): Stored {
  const { fontSize, lineHeight = defaultLineHeight, y, height } = element;
  const more = Math.max(0, Number(fontSize) * firstLine * (Number(lineHeight) - 1));
  // Within what a design may hold.
  const box = {
    y: Math.max(-100_000, rounded(Number(y) - more / 2)),
    height: Math.min(100_000, rounded(Number(height) + more)),
  };
  if (!Number.isFinite(box.y + box.height)) return element;
  return { ...withLineHeights(element), ...box, lineHeight: lineHeightOf(Number(lineHeight)) };
}

/** Elements of designs that had the first rules of rendering. */
const firstElements: Readonly<Record<string, (element: Stored) => Stored>> = {
  text: withFirstLines,
  signature: withFirstLines,
  table: withLineHeights,
  group: (element) => ({ ...element, elements: listOf(element.elements, firstElement) }),
};

function firstElement(element: Stored): Stored {
  return changed(firstElements, element);
}

/** Each migration converts from the version of its key to the next. */
export const migrations: Readonly<Record<number, (older: Stored) => Stored>> = {
  1: (design) => ({
    ...design,
    version: 2,
    renderingVersion: 1,
    pages: listOf(design.pages, (page) => ({ ...page, elements: listOf(page.elements, element1) })),
  }),
};

/**
 * A design of version 2 without the name of its rules of rendering, which it had until there was one set of them. Texts of
 * those that had the first set (`renderingVersion` 1) look nearly as before.
 */
export function withoutRenderingVersion({ renderingVersion, ...design }: Stored): Stored {
  if (renderingVersion !== 1) return design;
  const pages = listOf(design.pages, (page) => ({
    ...page,
    elements: listOf(page.elements, firstElement),
  }));
  return { ...design, pages };
}
