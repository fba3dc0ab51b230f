import type { DesignElementInput } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import type { CDPSession } from 'playwright-core';
import { importTimes } from '../packages/render/bench/pdf-import/import-time.ts';
import type { Row } from '../scripts/bench.ts';
import { Random } from '../tests/parity/random.ts';
import { type CanvasStand, openStand } from '../tests/parity/stand.ts';
import { valuesWith } from '../tests/parity/subjects.ts';
import { savingRows } from './editor/saving.ts';
import { stepRows } from './editor/steps.ts';
import { weightRows } from './editor/weight.ts';
import { median } from './measure/median.ts';

const elements = 200;
const frames = 100;
const rounds = 5;

/** A page of rectangles and texts, none over the first one's way. */
const design = defineDesign({
  version: 2,
  pages: [
    {
      ...{ id: 'page', width: 842, height: 595 },
      elements: Array.from({ length: elements }, (_, index): DesignElementInput => {
        const place = { id: `e${index}`, x: 20 + (index % 10) * 80, y: 20 + Math.floor(index / 10) * 27 };
        const box = { ...place, width: 70, height: 20 };
        if (index % 2 === 0) return { type: 'rectangle', ...box, fill: '#d9d4ca' };
        const text = { paragraphs: plainText('Lucía Quispe 9.1'), fontFamily: 'Newsreader', fontSize: 9 };
        return { type: 'text', ...box, ...text };
      }),
    },
  ],
});

export async function bench(): Promise<Row[]> {
  return [
    ...(await dragging()),
    ...stepRows(design),
    ...weightRows(),
    ...(await savingRows()),
    ...(await importing()),
  ];
}

/** A PDF of 20 pages beside pdf-lib loading and saving it, which neither checks nor draws it. */
async function importing(): Promise<Row[]> {
  const { whole, withoutPictures, pdfLib } = await importTimes();
  const row = (name: string, times: readonly number[]): Row => ({
    ...{ name, value: median(times), unit: 'ms' },
    beside: { 'pdf-lib loading and saving it': median(times) / median(pdfLib) },
  });
  return [
    row('PDF import of 20 pages on a thread of its own, with their pictures', whole),
    row('PDF import of 20 pages, read and written anew alone', withoutPictures),
  ];
}

/** A drag of one of 200 elements: the script time of each frame, in ms, beside fabric's own objects on its own canvas. */
async function dragging(): Promise<Row[]> {
  const stand = await openStand();
  try {
    stand.server.put('bench', { name: 'bench', design, values: valuesWith(new Random(1)) });
    const session = await stand.page.context().newCDPSession(stand.page);
    await session.send('Performance.enable');
    const [ours, bare, openings]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= rounds; round += 1) {
      await stand.page.evaluate("openBare('bench')");
      const fromBare = await dragTimes(stand, session);
      const begun = performance.now();
      await stand.page.evaluate("openView('bench')");
      const opened = performance.now() - begun;
      const fromOurs = await dragTimes(stand, session);
      // The first round warms up.
      if (round === 0) continue;
      bare.push(p95(fromBare));
      ours.push(p95(fromOurs));
      openings.push(opened);
    }
    const value = median(ours);
    return [
      {
        name: `script time per drag frame with ${elements} elements, p95`,
        value,
        unit: 'ms',
        beside: { 'bare fabric': value / median(bare) },
      },
      {
        name: `opening a page of ${elements} elements until it is drawn, its fonts being there`,
        value: median(openings),
        unit: 'ms',
        beside: {},
      },
    ];
  } finally {
    await stand.close();
  }
}

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

/** Of each frame of a drag of the first element: what scripts took, in ms. */
async function dragTimes({ page }: CanvasStand, session: CDPSession): Promise<number[]> {
  const scripts = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1_000;
  };
  const zoom = Math.min(820 / 842, 580 / 595);
  const [x, y] = [450 + (40 - 421) * zoom, 330 + (30 - 297.5) * zoom];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y + 2);
  const times: number[] = [];
  let before = await scripts();
  for (let frame = 0; frame < frames; frame += 1) {
    await page.mouse.move(x + 5 + frame * 3, y + 3 + frame * 2);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const now = await scripts();
    times.push(now - before);
    before = now;
  }
  await page.mouse.up();
  return times;
}
