// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTexts } from '../../i18n/index.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

vi.mock('../../i18n/locales/es/header.json', () => {
  throw new TypeError('Failed to fetch');
});

it('says that the language stays when the texts of another one cannot be fetched, and stores nothing', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTexts();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<LanguageSwitch />));
  const select = place.querySelector('select')!;
  await act(async () => {
    select.value = 'es';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await vi.waitFor(async () => {
    // What happened since is drawn at its end.
    await act(async () => undefined);
    expect(place.querySelector('[role=alert]')?.textContent).toContain('could not be fetched');
  });
  expect(select.value).toBe('en');
  expect(document.documentElement.lang).toBe('en-GB');
  expect(localStorage.getItem('language')).toBeNull();
  await act(async () => root.unmount());
});
