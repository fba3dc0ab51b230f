// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followFocus, keepFocus } from './keepFocus.ts';

let place: HTMLElement;
const row = (name: string) =>
  `<tr id="${name}"><td><button>edit ${name}</button><button>delete ${name}</button></td></tr>`;
beforeEach(() => {
  place = document.createElement('main');
  place.tabIndex = -1;
  place.innerHTML = `<input><section tabindex="-1"><table><tbody>${['a', 'b', 'c'].map(row).join('')}</tbody></table></section>`;
  document.body.append(place);
});
afterEach(() => place.remove());

const find = (selector: string) => place.querySelector<HTMLElement>(selector)!;
const button = (name: string) => find(`#${name} button:last-child`);
const expectFocus = (expected: () => Element | null) =>
  vi.waitFor(() => expect(document.activeElement).toBe(expected()));

it('goes from a removed row to the same control of the next one, after the last to the one before, then to the list', async () => {
  keepFocus(button('b'));
  button('b').focus();
  find('#b').remove();
  await expectFocus(() => button('c'));
  find('#c').remove();
  await expectFocus(() => button('a'));
  find('#a').remove();
  await expectFocus(() => find('section'));
});

it('skips rows that are removed at the same time, and rows without such a control', async () => {
  button('a').focus();
  keepFocus(button('a'));
  find('#c button').remove();
  find('#c button').remove();
  find('tbody').insertAdjacentHTML('beforeend', row('d'));
  find('#a').remove();
  find('#b').remove();
  await expectFocus(() => button('d'));
});

it('goes to the page when the whole list is removed', async () => {
  button('a').focus();
  keepFocus(button('a'));
  find('section').remove();
  await expectFocus(() => place);
});

it('stays in a row whose control alone is removed', async () => {
  button('b').focus();
  keepFocus(button('b'));
  button('b').remove();
  await expectFocus(() => find('#b button'));
});

it('returns after a dialog to the neighbour of a row that was removed while it was open', async () => {
  const dialog = document.createElement('button');
  document.body.append(dialog);
  const giveBack = followFocus(button('b'));
  dialog.focus();
  find('#b').remove();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement).toBe(dialog);
  dialog.remove();
  giveBack();
  await expectFocus(() => button('c'));
});

it.each([
  ['another control', () => find('input').focus()],
  ['none, by a click beside all of them', () => button('b').blur()],
])('is left where a person put it: %s', async (_, leave) => {
  button('b').focus();
  keepFocus(button('b'));
  leave();
  const chosen = document.activeElement;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  find('#b').remove();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(chosen);
});
