// @vitest-environment jsdom
import type { PathElement } from '@sello/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { currentPage } from '../../model/index.ts';
import { buildDesign } from '../../model/model.fixture.ts';
import { fileDrop } from '../../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { DrawSignature } from './DrawSignature.tsx';

let rendered: RenderedInEditor | undefined;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  // jsdom draws nothing and captures no pointer.
  HTMLCanvasElement.prototype.getContext = () => null;
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
  fileDrop.receive = null;
});

async function open(): Promise<RenderedInEditor> {
  const texts = ['common', 'editor', 'editorPanels'] as const;
  void needTexts(texts);
  rendered = await renderInEditor(<DrawSignature onClose={onClose} />, buildDesign());
  await rendered.settle(() => needTexts(texts));
  return rendered;
}

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')!;
const button = (name: string) =>
  [...dialog().querySelectorAll('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  )!;
const click = (opened: RenderedInEditor, name: string) => opened.settle(() => button(name).click());

interface Sample {
  x: number;
  y: number;
  pressure?: number;
}

/** One stroke; all samples but the first and the last come as coalesced ones of a single event. */
function stroke(opened: RenderedInEditor, samples: Sample[], pointerType = 'mouse', pointerId = 1) {
  const canvas = dialog().querySelector('canvas')!;
  const eventOf = (type: string, { x, y, pressure = 0.5 }: Sample) =>
    Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y, button: 0 }), {
      ...{ pointerId, pointerType, pressure },
    });
  return opened.settle(() => {
    canvas.dispatchEvent(eventOf('pointerdown', samples[0]!));
    const between = samples.slice(1).map((sample) => eventOf('pointermove', sample));
    const moved = eventOf('pointermove', samples.at(-1)!);
    canvas.dispatchEvent(Object.assign(moved, { getCoalescedEvents: () => between }));
    canvas.dispatchEvent(eventOf('pointerup', samples.at(-1)!));
  });
}

const wave = (pressureOf: (at: number) => number = () => 0.5): Sample[] =>
  Array.from({ length: 30 }, (_, at) => ({
    ...{ x: 20 + at * 10, y: 100 + 40 * Math.sin(at / 3), pressure: pressureOf(at) },
  }));
const placed = ({ session }: RenderedInEditor) =>
  currentPage(session.state).elements as readonly PathElement[];

describe('the dialog to draw a signature', () => {
  it('places what was drawn as a path with the name of the person, selected, in the lower part of the page', async () => {
    const opened = await open();
    expect(button('Place it on the page').disabled).toBe(true);
    await stroke(opened, wave());
    const whose = dialog().querySelector<HTMLInputElement>('.unit .input')!;
    await opened.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(whose, 'رانيا الحداد');
      whose.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await click(opened, 'Place it on the page');
    const [path] = placed(opened);
    expect(path).toMatchObject({
      ...{ type: 'path', alt: 'Signature of رانيا الحداد', stroke: '#23314f', fill: null },
    });
    expect(path!.d).toMatch(/^M[\d.]+ [\d.]+C/);
    expect(path!.width / path!.height).toBeCloseTo(path!.viewBox[2] / path!.viewBox[3], 1);
    expect(path!.width).toBeLessThan(842 / 5);
    expect(path!.y).toBeGreaterThan(595 / 2);
    expect(opened.session.state.selection).toEqual([path!.id]);
    expect(onClose).toHaveBeenCalled();
  });

  it('makes the line as wide as the pen is pressed', async () => {
    const opened = await open();
    await stroke(
      opened,
      wave((at) => at / 30),
      'pen',
    );
    await click(opened, 'Place it on the page');
    expect(placed(opened)[0]).toMatchObject({ fill: '#23314f', stroke: null, alt: 'Signature' });
  });

  it('takes no touch of the hand that holds a pen', async () => {
    const opened = await open();
    await stroke(opened, wave(), 'touch');
    await stroke(opened, wave(), 'pen');
    await stroke(opened, wave(), 'touch', 2);
    await click(opened, 'Take back the last stroke');
    await click(opened, 'Take back the last stroke');
    expect(button('Clear').disabled).toBe(true);
  });

  it('takes back the last stroke by its button and by the keys, and all of them', async () => {
    const opened = await open();
    for (let at = 0; at < 4; at += 1) await stroke(opened, wave());
    await click(opened, 'Take back the last stroke');
    await opened.settle(() =>
      button('Clear').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
    );
    await click(opened, 'Place it on the page');
    expect(placed(opened)[0]!.d.match(/M/g)).toHaveLength(2);
    await click(opened, 'Clear');
    expect(button('Place it on the page').disabled).toBe(true);
  });

  it('draws with the chosen pen and ink', async () => {
    const opened = await open();
    await stroke(opened, wave());
    await click(opened, 'Place it on the page');
    await click(opened, 'Broad');
    await click(opened, 'Black');
    await click(opened, 'Place it on the page');
    const [medium, broad] = placed(opened);
    expect(broad!.stroke).toBe('#1c1a17');
    expect(broad!.strokeWidth).toBeGreaterThan(medium!.strokeWidth * 1.3);
  });

  it('takes a scan instead, for whoever cannot draw', async () => {
    const received: string[] = [];
    fileDrop.receive = (_, files) => received.push(...files.map(({ name }) => name));
    const opened = await open();
    const input = dialog().querySelector<HTMLInputElement>('input[type="file"]')!;
    const file = new File(['scan'], 'signature.png', { type: 'image/png' });
    Object.defineProperty(input, 'files', { value: [file] });
    await opened.settle(() => input.dispatchEvent(new Event('change', { bubbles: true })));
    expect(received).toEqual(['signature.png']);
    expect(onClose).toHaveBeenCalled();
  });
});
