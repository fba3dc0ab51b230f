// @vitest-environment jsdom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

const searched: string[] = [];
/** Names the words as "Clear" and "Back" do. */
let name: (words: string) => void;
function List() {
  const [words, setWords] = useState('Rosa');
  name = setWords;
  const search = (next: string): void => {
    searched.push(next);
    setWords(next);
  };
  return <SearchField label="Search" value={words} onChange={search} />;
}

const root = createRoot(document.body.appendChild(document.createElement('div')));
const field = () => document.querySelector('input')!;
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  searched.length = 0;
  await act(async () => root.render(<List />));
});
afterEach(async () => {
  await act(async () => root.render(null));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('searches once after the last key, and leaves the space at the end where it is', async () => {
  await type('A');
  await pass(100);
  await type('Ana ');
  await pass(249);
  expect(searched).toEqual([]);
  await pass(1);
  expect(searched).toEqual(['Ana']);
  expect(field().value).toBe('Ana ');
  await type('Ana M');
  await pass(250);
  expect(searched).toEqual(['Ana', 'Ana M']);
});

it('shows the words that something else names, and does not search for what was typed before', async () => {
  await type('An');
  await act(async () => name(''));
  expect(field().value).toBe('');
  await pass(1000);
  expect(searched).toEqual([]);
  await type('Rosa');
  await pass(250);
  await act(async () => name('Íñigo'));
  expect([field().value, searched]).toEqual(['Íñigo', ['Rosa']]);
});
