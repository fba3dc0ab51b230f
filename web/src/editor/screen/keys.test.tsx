// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { buildBox, buildDesign } from '../model/model.fixture.ts';
import { fileDrop } from '../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { listenToKeys } from './keys.ts';

let rendered: RenderedInEditor | undefined;
let stop: (() => void) | undefined;
const asked: string[] = [];
afterEach(async () => {
  asked.length = 0;
  stop?.();
  fileDrop.receive = null;
  await rendered?.close();
});

async function open(): Promise<RenderedInEditor> {
  const page = (
    <main tabIndex={-1}>
      <div className="board" role="application" />
      <button type="button">Save</button>
    </main>
  );
  rendered = await renderInEditor(page, buildDesign([buildBox('a'), buildBox('b')]));
  stop = listenToKeys({ session: rendered.session, onAsk: (id) => asked.push(id) });
  return rendered;
}
const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));

it('Tab and the arrows act on the page when it has the focus, and on a control when that has it', async () => {
  const { place, session } = await open();
  press(place.querySelector('.board')!, 'Tab');
  expect(session.state.selection).toEqual(['a']);
  press(place.querySelector('.board')!, 'ArrowRight');
  expect(session.state.design.pages[0]!.elements[0]!.x).toBe(11);
  press(place.querySelector('button')!, 'Tab');
  press(place.querySelector('button')!, 'ArrowRight');
  expect(session.state.selection).toEqual(['a']);
  expect(session.state.design.pages[0]!.elements[0]!.x).toBe(11);
});

it('pasted image files are given to whoever takes files for the page', async () => {
  const { place, session } = await open();
  const receive = vi.fn();
  fileDrop.receive = receive;
  const image = new File(['x'], 'seal.png', { type: 'image/png' });
  const pasted = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => '', files: [image, new File(['x'], 'a.txt', { type: 'text/plain' })] },
  });
  place.querySelector('.board')!.dispatchEvent(pasted);
  expect(receive).toHaveBeenCalledExactlyOnceWith(session, [image]);
  expect(pasted.defaultPrevented).toBe(true);
});

it('the key T asks for a text with words of the interface, and adds none by itself', async () => {
  const { place, session } = await open();
  press(place.querySelector('.board')!, 't');
  expect(asked).toEqual(['add.text']);
  expect(session.state.design.pages[0]!.elements).toHaveLength(2);
});
