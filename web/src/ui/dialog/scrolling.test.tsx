// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { scrollByKeyboard } from './scrolling.ts';

afterEach(() => vi.unstubAllGlobals());

/** A dialog whose body is so high, px, in 100 px. */
function open(height: number, content: string): HTMLElement {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  document.body.innerHTML = `<section role="dialog" aria-labelledby="title"><h2 id="title">Ended</h2><div class="body">${content}</div></section>`;
  const body = document.querySelector('.body')!;
  Object.defineProperties(body, { scrollHeight: { value: height }, clientHeight: { value: 100 } });
  return document.querySelector('section')!;
}
const bodyOf = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>('.body')!;

it('lets the body take the focus, by the name of the dialog, while it scrolls and nothing in it does', async () => {
  const dialog = open(300, '<p>Long</p>');
  const end = scrollByKeyboard(dialog);
  const body = bodyOf(dialog);
  expect([body.tabIndex, body.getAttribute('role'), body.getAttribute('aria-labelledby')]).toEqual([
    ...[0, 'group', 'title'],
  ]);
  body.append(document.createElement('button'));
  await vi.waitFor(() => expect(body.hasAttribute('tabindex')).toBe(false));
  expect(body.hasAttribute('role')).toBe(false);
  end();
});

it('leaves a body alone that does not scroll', () => {
  const dialog = open(100, '<p>Short</p>');
  scrollByKeyboard(dialog)();
  expect(bodyOf(dialog).hasAttribute('tabindex')).toBe(false);
});
