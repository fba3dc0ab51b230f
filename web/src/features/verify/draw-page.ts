import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Widest picture worth drawing, in device pixels. */
const widest = 1600;

/** Draws the first page of a PDF into the canvas. Answers the number of pages and the name of the page's size. */
export async function drawFirstPage(
  url: string,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<{ pages: number; size: string }> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`The file answered ${response.status}`);
  const task = getDocument({ data: await response.arrayBuffer(), useWasm: false });
  try {
    const document = await task.promise;
    const page = await document.getPage(1);
    signal.throwIfAborted();
    const natural = page.getViewport({ scale: 1 });
    const width = Math.min(widest, Math.max(600, canvas.clientWidth * devicePixelRatio));
    const viewport = page.getViewport({ scale: width / natural.width });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport, background: '#FFFEFA' }).promise;
    return { pages: document.numPages, size: pageSize(natural.width, natural.height) };
  } finally {
    await task.destroy();
  }
}

/** The paper's common name, else its measure in millimetres; points in. */
function pageSize(width: number, height: number): string {
  const sizes = {
    A3: [842, 1191],
    A4: [595, 842],
    A5: [420, 595],
    Letter: [612, 792],
    Legal: [612, 1008],
  } as const;
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  for (const [name, [w, h]] of Object.entries(sizes)) {
    if (Math.abs(short - w) < 3 && Math.abs(long - h) < 3) return name;
  }
  const mm = (points: number): number => Math.round((points * 25.4) / 72);
  return `${mm(width)} × ${mm(height)} mm`;
}
