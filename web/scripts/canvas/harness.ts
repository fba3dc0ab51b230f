import type { Design, DesignElement, TextElement } from '@sello/contracts';
import { type Box, kindOf, type PrintedValues } from '@sello/design';
import { pagePicture } from '../../src/editor/canvas/export.ts';
import { type ImageFiles, type Images, openImages } from '../../src/editor/canvas/images.ts';
import type { Shown, Snapping } from '../../src/editor/canvas/options.ts';
import { pageTools } from '../../src/editor/canvas/page-tools.ts';
import { measurePage } from '../../src/editor/canvas/still-page.ts';
import { caretIn, rangesIn } from '../../src/editor/canvas/text/geometry.ts';
import { createCanvasView } from '../../src/editor/canvas/view.ts';
import { type FontFiles, openFonts } from '../../src/editor/fonts/fonts.ts';
import type { Position } from '../../src/editor/model/index.ts';
import { settle } from '../../src/editor/pending.ts';
import { openBare } from './bare.ts';
import { type Ink, inkOf } from './ink.ts';
import { commandIds, undoEach } from './undoing.ts';

const files: FontFiles = {
  list: async () => (await fetch('/fonts')).json(),
  file: async (sha256) => new Uint8Array(await (await fetch(`/fonts/${sha256}`)).arrayBuffer()),
  words: async (texts) => (await fetch('/words', { method: 'POST', body: JSON.stringify(texts) })).json(),
};
const blobAt = async (path: string) => {
  const response = await fetch(path);
  return response.ok ? response.blob() : null;
};
const imageFiles: ImageFiles = {
  asset: (assetId) => blobAt(`/images/${assetId}`),
  variable: (name) => blobAt(`/images/${name}`),
};

const fonts = openFonts(files);
const loaded = openImages(imageFiles);

interface Subject {
  design: Design;
  values: PrintedValues;
  images: Images;
}

/** A design of the test's server, with its values. */
async function subjectAt(id: string): Promise<Subject> {
  const { sealColor, ...subject } = await (await fetch(`/subjects/${id}`)).json();
  const { certificate, signature } = subject.values;
  certificate.issuedAt = new Date(certificate.issuedAt);
  if (signature) signature.signedAt = new Date(signature.signedAt);
  return { ...subject, images: { ...loaded, sealColor } };
}

/**
 * Draws the pages of a subject, `scale` pixels per point. Sends the pixels of the first `sent` to the test's server, and
 * returns where the others have ink.
 */
async function drawPages(id: string, sent: number, scale: number): Promise<Ink[]> {
  const { design, values, images } = await subjectAt(id);
  const tools = pageTools(design, values, await fonts, images);
  const inks: Ink[] = [];
  for (const [index, page] of design.pages.entries()) {
    const [width, height] = [Math.ceil(page.width * scale), Math.ceil(page.height * scale)];
    const picture = await pagePicture(page, { width, height, scale }, tools, images);
    const { data } = picture.getContext('2d')!.getImageData(0, 0, width, height);
    if (index >= sent) {
      inks.push(inkOf({ width, height, rgba: data }, scale));
      continue;
    }
    // As a blob: other bodies are copied, as text, to the test that drives the browser.
    const body = new Blob([data]);
    await fetch(`/pixels/${id}/${index}?width=${width}&height=${height}`, { method: 'POST', body });
  }
  return inks;
}

/** The share of the pixels of the first page that differ where it is only looked at, without fabric. */
async function stillDifference(id: string, scale: number): Promise<number> {
  const { design, values, images } = await subjectAt(id);
  const tools = pageTools(design, values, await fonts, images);
  const page = design.pages[0]!;
  const width = Math.round(page.width * scale);
  const height = Math.round((page.height * width) / page.width);
  const drawn = await pagePicture(page, { width, height, scale: width / page.width }, tools, images);
  const still = document.createElement('canvas');
  (await measurePage(page, tools, images)).paint(still, width);
  const [one, other] = [drawn, still].map((canvas) =>
    canvas.getContext('2d')!.getImageData(0, 0, width, height),
  );
  if (still.height !== height) return 1;
  // Matrices that were multiplied in another order differ by less than a shade of anti-aliasing can show.
  const differs = one!.data.filter((value, at) => Math.abs(value - other!.data[at]!) > 8);
  return differs.length / one!.data.length;
}

/** A view in the window, with what it received so far. `moves`: its changes are made, as the editor makes them. */
async function openView(
  id: string,
  { snap, moves = true }: { snap?: Snapping; moves?: boolean } = {},
): Promise<void> {
  const { design, values } = await subjectAt(id);
  const container = document.createElement('div');
  container.style.cssText = 'position: absolute; inset: 0; width: 900px; height: 660px; overflow: hidden';
  document.body.replaceChildren(container);
  const received: Received = { selected: [], changes: [], edits: [], faults: [] };
  const state: Shown = { design, pageId: design.pages[0]!.id, values, selection: [] };
  const view = createCanvasView(container, {
    fonts: await fonts,
    images: imageFiles,
    ...(snap && { snap }),
    onSelect(ids) {
      received.selected.push([...ids]);
      state.selection = ids;
      view.show({ ...state });
    },
    onChange({ boxes }) {
      received.changes.push(Object.fromEntries(boxes));
      if (!moves) return;
      state.design = withBoxes(state.design, boxes);
      view.show({ ...state });
    },
    onEdit: (elementId, point) => void received.edits.push({ elementId, point }),
    onFault: (error) => void received.faults.push(String(error)),
  });
  view.show({ ...state });
  view.fit();
  Object.assign(window, { view, received, container, state });
  // Fonts and images arrive; a picture of the same page waits for all of them.
  await view.toPng(state.pageId, 64);
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}

interface Received {
  selected: string[][];
  changes: Record<string, Box>[];
  edits: { elementId: string; point: { x: number; y: number } }[];
  faults: string[];
}

function withBoxes(design: Design, boxes: ReadonlyMap<string, Box>): Design {
  const change = (elements: readonly DesignElement[]): DesignElement[] =>
    elements.map((element) => {
      const kind = kindOf(element);
      const children = kind.children(element);
      const own = { ...element, ...boxes.get(element.id) };
      return children.length > 0 ? kind.withChildren(own, change(children)) : own;
    });
  return { ...design, pages: design.pages.map((page) => ({ ...page, elements: change(page.elements) })) };
}

interface Edges {
  /** Of the selected range, and of the carets at its ends, in points of the text's box. */
  range: { left: number; right: number };
  carets: { left: number; right: number };
}

/** Where ranges of a text of one paragraph stand; null for one that lies on several lines. */
async function edgesOf(
  id: string,
  elementId: string,
  ranges: readonly { from: number; to: number }[],
): Promise<(Edges | null)[]> {
  const { design, values, images } = await subjectAt(id);
  const tools = pageTools(design, values, await fonts, images);
  const element = design.pages[0]!.elements.find((one) => one.id === elementId) as TextElement;
  const [layout] = await settle([() => tools.lay(element)]);
  const laid = { layout: layout!, paragraphs: element.paragraphs };
  return ranges.map(({ from, to }) => {
    const [start, end] = [from, to].map((offset) => ({ paragraph: 0, offset })) as [Position, Position];
    const areas = rangesIn(laid, start, end);
    const [before, behind] = [caretIn(laid, start)!, caretIn(laid, { ...end, affinity: 'upstream' })!];
    if (new Set(areas.map(({ y }) => y)).size !== 1) return null;
    const [left, right] = [before.x, behind.x].sort((one, other) => one - other) as [number, number];
    return {
      range: {
        left: Math.min(...areas.map(({ x }) => x)),
        right: Math.max(...areas.map(({ x, width }) => x + width)),
      },
      carets: { left, right },
    };
  });
}

Object.assign(window, {
  ...{ drawPages, stillDifference, openView, edgesOf },
  commandIds,
  undoEach: async (ids: readonly string[]) => undoEach(ids, await fonts, imageFiles),
  openBare: async (id: string) => openBare((await subjectAt(id)).design),
});
