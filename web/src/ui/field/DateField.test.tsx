// @vitest-environment jsdom
import { day } from '@sello/contracts';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { needTexts, setLanguage, startTexts } from '../../i18n/index.ts';
import { DateField } from './DateField.tsx';

let root: Root;
const changed = vi.fn<(value: string) => void>();
beforeAll(async () => {
  await startTexts();
  await needTexts(['errors']);
});
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  changed.mockReset();
  await setLanguage('en');
  vi.unstubAllGlobals();
});

function Start({ initial, isFilter }: { initial: string; isFilter: boolean }) {
  const [value, setValue] = useState(initial);
  return (
    <DateField
      label="Start"
      name="startDate"
      value={value}
      isFilter={isFilter}
      onChange={(next) => {
        changed(next);
        setValue(next);
      }}
    />
  );
}
const draw = (initial = '', isFilter = false) =>
  act(async () => root.render(<Start initial={initial} isFilter={isFilter} />));

const parts = () => [...document.querySelectorAll('input')];
const inside = () => parts().map(({ value }) => value);
const focused = () => document.activeElement?.getAttribute('aria-label');
/** Types characters as a browser does, each into the part that has the focus. */
async function type(text: string): Promise<void> {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  for (const character of text) {
    const input = document.activeElement as HTMLInputElement;
    const { selectionStart: from, selectionEnd: to, value } = input;
    await act(async () => {
      set.call(input, value.slice(0, from!) + character + value.slice(to!));
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}
async function paste(text: string): Promise<void> {
  const input = document.activeElement as HTMLInputElement;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  await act(async () => {
    set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const enter = (place: number) => act(async () => parts()[place]!.focus());
const leave = () => act(async () => (document.activeElement as HTMLElement).blur());
const last = () => changed.mock.lastCall?.[0];

it('is a group of three parts, named for screen readers in the language of the interface', async () => {
  await setLanguage('es');
  await draw();
  const group = document.querySelector('fieldset')!;
  expect(document.getElementById(group.getAttribute('aria-labelledby')!)!.textContent).toBe('Start');
  expect(parts().map((part) => part.getAttribute('aria-label'))).toEqual([
    'Start, día',
    'Start, mes',
    'Start, año',
  ]);
  expect(parts().map(({ placeholder }) => placeholder)).toEqual(['dd', 'mm', 'aaaa']);
});

it.each(['14032026', '14/03/2026', '14.3.2026', '2026-03-14'])('takes %s, typed in one go', async (text) => {
  await draw();
  await enter(0);
  await type(text);
  expect(inside()).toEqual(
    ['14', '03', '2026'].map((part, place) => (text.includes('.3.') && place === 1 ? '3' : part)),
  );
  expect(last()).toBe('2026-03-14');
});

it('takes a whole date that is pasted into any part', async () => {
  await draw();
  await enter(1);
  await paste('3 de abril de 2026');
  expect(inside()).toEqual(['03', '04', '2026']);
  expect(last()).toBe('2026-04-03');
  expect(focused()).toBe('Start, year');
});

it('says what is no day, and what is missing, when it is left', async () => {
  await draw();
  await enter(0);
  await type('30022026');
  expect(document.querySelector('.bad')).toBeNull();
  await leave();
  expect(document.querySelector('.bad')!.textContent).toContain('30/02/2026');
  expect(parts()[0]!.getAttribute('aria-invalid')).toBe('true');
  expect(day.safeParse(last()).success).toBe(false);
  await enter(1);
  await paste('');
  await leave();
  expect(document.querySelector('.bad')!.textContent).toBe('Missing: month');
});

it('completes a short year and pads the day when it is left', async () => {
  await draw();
  await enter(0);
  await type('3/2/26');
  await leave();
  expect(inside()).toEqual(['03', '02', '2026']);
  expect(last()).toBe('2026-02-03');
});

it('of a filter keeps its day until another one is whole, or none', async () => {
  await draw('2026-03-14', true);
  await enter(2);
  await paste('202');
  expect(changed).not.toHaveBeenCalled();
  await paste('2025');
  expect(changed.mock.calls).toEqual([['2025-03-14']]);
  for (const place of [0, 1, 2]) {
    await enter(place);
    await paste('');
  }
  expect(last()).toBe('');
});
