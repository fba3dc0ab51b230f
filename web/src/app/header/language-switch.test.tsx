// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../i18n/index.ts';
import { until } from '../../state/until.fixture.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

/** The texts that are being fetched, by language, until they arrive. */
const fetching = new Map<string, () => void>();
vi.mock('../../i18n/locales/es/header.json', () => textsOf('es'));
vi.mock('../../i18n/locales/pt/header.json', () => textsOf('pt'));

function textsOf(language: string): Promise<{ default: object }> {
  return new Promise((resolve) => {
    fetching.set(language, () => resolve({ default: { menu: language } }));
  });
}

let root: Root;
const select = () => document.querySelector('select')!;
const stored = () => localStorage.getItem('language');

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTexts();
});
beforeEach(async () => {
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () => root.render(<LanguageSwitch />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.innerHTML = '';
});

async function choose(language: string): Promise<void> {
  await act(async () => {
    select().value = language;
    select().dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(() => expect(fetching.has(language)).toBe(true));
}
const arrive = (language: string) =>
  act(async () => {
    fetching.get(language)!();
    // What follows is several promises further.
    await vi.dynamicImportSettled();
  });

it('changes to the language that was chosen last, and stores it when its texts are there', async () => {
  await choose('es');
  await choose('pt');
  expect(stored()).toBeNull();
  await arrive('pt');
  await vi.waitFor(() => expect(document.documentElement.lang).toBe('pt-BR'));
  await arrive('es');
  expect(document.documentElement.lang).toBe('pt-BR');
  expect(stored()).toBe('pt');
});
