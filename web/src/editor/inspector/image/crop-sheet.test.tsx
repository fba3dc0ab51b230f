// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { fetchAll } from '../../../ui/deferred/deferred.ts';
import { buildDesign } from '../../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { CropSheet } from './CropSheet.tsx';

let rendered: RenderedInEditor | undefined;
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

const part = { x: 0.2, y: 0.2, width: 0.5, height: 0.5 };

async function open() {
  // jsdom has none; react-aria asks for it.
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  HTMLDialogElement.prototype.showModal = () => undefined;
  const [onCrop, onClose] = [vi.fn(), vi.fn()];
  void needTexts(['common', 'editorInspector']);
  const facts = { url: 'data:,', width: 900, height: 1_200 };
  const shown = await renderInEditor(
    <CropSheet {...{ facts, onCrop, onClose }} crop={part} />,
    buildDesign(),
  );
  rendered = shown;
  await shown.settle(() => needTexts(['common', 'editorInspector']));
  await shown.settle(fetchAll);
  const button = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
    )!;
  const press = (name: string, key: string, shiftKey = false) =>
    shown.settle(() =>
      button(name).dispatchEvent(
        new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
      ),
    );
  return { shown, button, press, onCrop, onClose };
}

it('moves the frame and its edges with the arrows, and keeps the part when it is used', async () => {
  const { shown, button, press, onCrop, onClose } = await open();
  await press('The frame', 'ArrowRight');
  await press('The frame', 'ArrowUp', true);
  await press('Edge: right', 'ArrowRight', true);
  await press('Edge: top left', 'ArrowDown');
  expect(onCrop).not.toHaveBeenCalled();
  await shown.settle(() => button('Use this part').click());
  expect(onCrop).toHaveBeenCalledExactlyOnceWith({ x: 0.21, y: 0.11, width: 0.6, height: 0.49 });
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps what was before when it is cancelled', async () => {
  const { shown, button, press, onCrop, onClose } = await open();
  await press('The frame', 'ArrowLeft');
  await shown.settle(() => button('Cancel').click());
  expect(onCrop).not.toHaveBeenCalled();
  expect(onClose).toHaveBeenCalledOnce();
});
