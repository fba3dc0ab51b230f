// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { type CommandId, commandOf, commands } from '../model/index.ts';
import { buildBox, buildDesign } from '../model/model.fixture.ts';
import { fileDrop } from '../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import { listenToKeys } from './keys.ts';
import { viewSections } from './view-commands.ts';

let rendered: RenderedInEditor | undefined;
let stop: (() => void) | undefined;
const asked: string[] = [];
const saves: string[] = [];
afterEach(async () => {
  asked.length = 0;
  saves.length = 0;
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
  const save = () => saves.push(rendered!.session.document().name);
  stop = listenToKeys({ session: rendered.session, onAsk: (id) => asked.push(id), save });
  return rendered;
}
const press = (target: Element, key: string, held: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...held });
  target.dispatchEvent(event);
  return event;
};

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

it('keys for an image and a drawn signature ask for them; those for the other elements add them', async () => {
  const { place, session } = await open();
  const board = place.querySelector('.board')!;
  for (const key of ['i', 's']) press(board, key);
  expect(asked).toEqual(['add.image', 'add.path']);
  for (const key of ['q', 'b']) press(board, key);
  for (const key of ['T', 'S']) press(board, key, { shiftKey: true });
  expect(session.state.design.pages[0]!.elements.slice(2).map(({ type }) => type)).toEqual([
    ...['qr', 'barcode', 'table', 'signature'],
  ]);
});

it('Ctrl+S saves instead of the browser, and from a field too, whose draft is kept first', async () => {
  const { place } = await open();
  const left: string[] = [];
  const field = document.createElement('input');
  field.addEventListener('blur', () => left.push(`kept before ${saves.length} saves`));
  place.append(field);
  field.focus();
  for (const target of [place.querySelector('.board')!, field]) {
    expect(press(target, 's', { ctrlKey: true }).defaultPrevented).toBe(true);
  }
  expect(saves).toHaveLength(2);
  expect(left).toEqual(['kept before 1 saves']);
  expect(document.activeElement).toBe(field);
  expect(press(field, 'p', { ctrlKey: true }).defaultPrevented).toBe(false);
});

it('keys switch snapping to edges and to the grid', async () => {
  const { place, session } = await open();
  press(place.querySelector('.board')!, 'g');
  expect(session.view.get()).toMatchObject({ isSnapping: false, isOnGrid: false });
  press(place.querySelector('.board')!, 'G', { shiftKey: true });
  expect(session.view.get()).toMatchObject({ isSnapping: false, isOnGrid: true });
});

it('no key of the view is one of a command on the page', () => {
  const ofView = viewSections().flatMap(({ commands: all }) => all.flatMap(({ shortcut }) => shortcut.other));
  const ofPage = (Object.keys(commands) as CommandId[]).flatMap((id) => commandOf(id).shortcut?.other ?? []);
  expect(ofView.filter((key) => ofPage.includes(key))).toEqual([]);
});
