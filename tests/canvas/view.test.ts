import type { DesignElementInput } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { screensBrowser } from '../browser.ts';
import { Random } from '../parity/random.ts';
import { type CanvasStand, openStand } from '../parity/stand.ts';
import { valuesWith } from '../parity/subjects.ts';
import { undoing } from './undoing.suite.ts';

const shape = { type: 'rectangle', width: 80, height: 50, fill: '#3b7a2a' } as const;
const elements: DesignElementInput[] = [
  { ...shape, id: 'a', x: 40, y: 30 },
  { ...shape, id: 'b', x: 200, y: 30 },
  { ...shape, id: 'locked', x: 320, y: 30, fill: '#c2401c', locked: true },
  { ...shape, id: 'hidden', x: 40, y: 30, fill: '#000000', hidden: true },
  {
    ...{ type: 'group', id: 'group', x: 60, y: 140, width: 100, height: 100, rotation: 90 },
    elements: [
      { ...shape, id: 'inner', x: 0, y: 0, width: 40, height: 30 },
      { ...shape, id: 'other', x: 60, y: 60, width: 40, height: 40 },
    ],
  },
  {
    ...{ type: 'text', id: 'text', x: 220, y: 140, width: 180, height: 60 },
    paragraphs: plainText('Office {{fullName}}'),
    ...{ fontFamily: 'Newsreader', fontSize: 18 },
  },
];
const design = defineDesign({
  version: 2,
  pages: [{ id: 'page', width: 440, height: 300, guides: [{ axis: 'x', position: 20 }], elements }],
});

type Received = {
  selected: string[][];
  changes: Record<string, { x: number; y: number; width: number; height: number; rotation: number }>[];
  edits: { elementId: string; point: { x: number; y: number } }[];
  faults: string[];
};

// What is asserted is what the person sees and what the editor is received.
describe.skipIf(!screensBrowser)('the canvas of the editor', () => {
  let stand: CanvasStand;
  beforeAll(async () => {
    stand = await openStand();
    stand.server.put('view', { name: 'view', design, values: valuesWith(new Random(1)) });
  });
  afterAll(() => stand?.close());
  beforeEach(() => stand.page.evaluate("openView('view')"));

  const received = () => stand.page.evaluate<Received>('received');
  /** A point of the page on the screen. */
  const at = async (x: number, y: number) => {
    const { zoom, ...to } = await stand.page.evaluate<{ zoom: number; x: number; y: number }>(
      'view.viewport',
    );
    return { x: x * zoom + to.x, y: y * zoom + to.y, zoom };
  };
  const drag = async (from: [number, number], to: [number, number], release = true) => {
    const { mouse } = stand.page;
    const [start, end] = [await at(...from), await at(...to)];
    await mouse.move(start.x, start.y);
    await mouse.down();
    await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await mouse.move(end.x, end.y);
    if (release) await mouse.up();
  };
  const click = async (x: number, y: number, modifiers: 'Shift'[] = []) => {
    const point = await at(x, y);
    for (const key of modifiers) await stand.page.keyboard.down(key);
    await stand.page.mouse.click(point.x, point.y);
    for (const key of modifiers) await stand.page.keyboard.up(key);
  };
  /** The colour that the screen shows at a point of the page. */
  const colorAt = async (x: number, y: number) => {
    const point = await at(x, y);
    // What the next frame asks for is drawn in the one behind it.
    await stand.page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    return stand.page.evaluate<string>(`new Promise((done) => requestAnimationFrame(() => {
      const canvas = container.querySelector('canvas');
      const ratio = canvas.width / canvas.clientWidth;
      const [r, g, b] = canvas.getContext('2d').getImageData(${point.x} * ratio, ${point.y} * ratio, 1, 1).data;
      done('#' + [r, g, b].map((one) => one.toString(16).padStart(2, '0')).join(''));
    }))`);
  };

  it('selects by a click, adds with Shift, and clears beside the page', async () => {
    await click(60, 50);
    await click(220, 50, ['Shift']);
    expect((await received()).selected).toEqual([['a'], ['a', 'b']]);
    await click(-12, 150);
    expect((await received()).selected.at(-1)).toEqual([]);
  });

  it('catches what a rubber band touches, but nothing that is locked or hidden', async () => {
    await drag([-15, -10], [430, 90]);
    expect(new Set((await received()).selected.at(-1))).toEqual(new Set(['a', 'b']));
  });

  it('tells a drag of several elements as one change, and shows them there', async () => {
    await drag([-15, -10], [430, 90]);
    await drag([60, 50], [60, 80]);
    const { changes } = await received();
    expect(changes).toHaveLength(1);
    expect(changes[0]!.a).toMatchObject({ width: 80, height: 50, rotation: 0 });
    expect(changes[0]!.a!.y).toBeCloseTo(60, 0);
    expect(changes[0]!.b!.y).toBeCloseTo(60, 0);
    expect(await colorAt(60, 105)).toBe('#3b7a2a');
    expect(await colorAt(60, 40)).toBe('#ffffff');
  });

  it('ends a drag with Escape where it began', async () => {
    await drag([60, 50], [140, 100], false);
    expect(await colorAt(140, 100)).toBe('#3b7a2a');
    await stand.page.keyboard.press('Escape');
    await stand.page.mouse.up();
    expect((await received()).changes).toEqual([]);
    expect(await colorAt(130, 110)).toBe('#ffffff');
    expect(await colorAt(60, 50)).toBe('#3b7a2a');
  });

  it('goes back to the design when a change is not made', async () => {
    await stand.page.evaluate("openView('view', { moves: false })");
    await drag([60, 50], [60, 100]);
    expect((await received()).changes).toHaveLength(1);
    expect(await colorAt(60, 50)).toBe('#3b7a2a');
    expect(await colorAt(60, 110)).toBe('#ffffff');
  });

  it('resizes by its handles, with Shift in its proportions, and rotates in steps of 15° with Shift', async () => {
    await click(60, 50);
    await drag([120, 80], [140, 120]);
    expect((await received()).changes[0]!.a).toMatchObject({ x: 40, y: 30 });
    expect((await received()).changes[0]!.a!.width).toBeCloseTo(100, 0);
    expect((await received()).changes[0]!.a!.height).toBeCloseTo(90, 0);
    await stand.page.keyboard.down('Shift');
    await drag([140, 120], [180, 125]);
    const { width, height } = (await received()).changes[1]!.a!;
    expect(width / height).toBeCloseTo(100 / 90, 2);
    const { zoom } = await at(0, 0);
    const [cx, top] = [40 + width / 2, 30];
    await drag([cx, top - 24 / zoom], [cx + 100, top + 20]);
    await stand.page.keyboard.up('Shift');
    const { rotation } = (await received()).changes[2]!.a!;
    expect(rotation).not.toBe(0);
    expect(rotation % 15).toBeCloseTo(0, 6);
  });

  it('does not move what is locked, and does not draw what is hidden', async () => {
    await drag([340, 50], [340, 120]);
    expect(await received()).toMatchObject({ selected: [['locked']], changes: [] });
    expect(await colorAt(340, 50)).toBe('#c2401c');
    expect(await colorAt(60, 50)).toBe('#3b7a2a');
  });

  it('selects a group by a click and goes into it by two, where a drag is received in the group’s coordinates', async () => {
    // Turned by 90° about (110, 190): the child at its top left is seen at its top right.
    await click(145, 160);
    const point = await at(145, 160);
    await stand.page.mouse.dblclick(point.x, point.y);
    expect((await received()).selected.slice(-2)).toEqual([['group'], ['inner']]);
    await drag([145, 160], [145, 180]);
    const [change] = (await received()).changes;
    expect(Object.keys(change!)).toEqual(['inner']);
    expect(change!.inner!.x).toBeCloseTo(20, 0);
    expect(change!.inner!.y).toBeCloseTo(0, 0);
    expect(change!.inner!.rotation).toBeCloseTo(0, 6);
    expect(await colorAt(145, 195)).toBe('#3b7a2a');
    // Above the badge with its size.
    expect(await colorAt(145, 142)).toBe('#ffffff');
  });

  it('asks to edit a text that is clicked twice, and shows its variables by name while it is', async () => {
    const point = await at(235, 150);
    await stand.page.mouse.dblclick(point.x, point.y);
    const [edit] = (await received()).edits;
    expect(edit!.elementId).toBe('text');
    expect(Math.abs(edit!.point.x - 15)).toBeLessThan(1);
    const position = (offset: number) => ({ paragraph: 0, offset });
    await stand.page.evaluate(
      `view.editText(${JSON.stringify({
        ...{ elementId: 'text', anchor: position(0), focus: position(6) },
      })})`,
    );
    const found = await stand.page.evaluate<{
      from: number;
      to: number;
      rects: number;
      back: unknown;
    }>(`(() => {
      const caret = (offset) => view.caretRect('text', { paragraph: 0, offset });
      const end = caret('Office {{fullName}}'.length);
      return {
        from: caret(0).x, to: caret(6).x,
        rects: view.rangeRects('text', { paragraph: 0, offset: 0 }, { paragraph: 0, offset: 6 }).length,
        back: view.positionAt('text', { x: end.x, y: end.y + end.height / 2 }),
      };
    })()`);
    expect(found.from).toBe(0);
    expect(found.to).toBeGreaterThan(30);
    expect(found.rects).toBe(1);
    expect(found.back).toEqual({ paragraph: 0, offset: 19 });
    expect(await stand.page.locator('[data-caret]').count()).toBe(1);
  });

  it('goes where the snapping says, and shows its line in the accent', async () => {
    await stand.page.evaluate(`openView('view', { snap: {
      move(moving, { others }) {
        received.snapped = { moving: moving.length, others: others.length };
        const lines = [{ kind: 'edge', axis: 'y', position: 100, from: 0, to: 440 }];
        return { dx: 0, dy: 100 - moving[0].y, lines };
      },
      resize: () => ({ dx: 0, dy: 0, lines: [] }),
    } })`);
    await drag([60, 50], [60, 95], false);
    const row = await Promise.all([0, 1, 2, 3, 4, 5].map((step) => colorAt(300 + step * 1.1, 100)));
    await stand.page.mouse.up();
    const now = await received();
    expect(now.changes[0]!.a!.y).toBeCloseTo(100, 3);
    expect(row.some((color) => color !== '#ffffff')).toBe(true);
    expect(now).toMatchObject({ snapped: { moving: 1, others: 4 } });
  });

  it('zooms about the pointer with Ctrl and the wheel, and pans without', async () => {
    const before = await at(100, 100);
    await stand.page.mouse.move(before.x, before.y);
    await stand.page.keyboard.down('Control');
    await stand.page.mouse.wheel(0, -240);
    await stand.page.keyboard.up('Control');
    await expect.poll(async () => (await at(0, 0)).zoom / before.zoom).toBeCloseTo(2, 2);
    const after = await at(100, 100);
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(2);
    await stand.page.mouse.wheel(30, 40);
    await expect.poll(async () => Math.round(after.y - (await at(100, 100)).y)).toBe(40);
  });

  undoing(() => stand);

  it('makes a PNG as wide as asked, and leaves nothing behind when it is closed', async () => {
    for (const picture of [`toPng('page', 640)`, `toPublicPng('page', 640, null)`]) {
      const size = await stand.page.evaluate<number[]>(`view.${picture}
        .then((blob) => createImageBitmap(blob)).then(({ width, height }) => [width, height])`);
      expect(size, picture).toEqual([640, 436]);
    }
    expect(await stand.page.evaluate<number>('view.close().then(() => container.childNodes.length)')).toBe(0);
    expect([(await received()).faults, stand.faults]).toEqual([[], []]);
  });
});
