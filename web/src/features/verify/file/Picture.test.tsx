// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { needTexts, startTexts } from '../../../i18n/index.ts';
import { until } from '../../../state/until.fixture.ts';
import { StaticNavigation } from '../../../ui/link/navigation.fixture.tsx';
import { Picture } from './Picture.tsx';
import type { ReadCodes } from './read-codes.ts';

/** The pictures that are being read, by name. */
const reading = new Map<string, (read: ReadCodes) => void>();
vi.mock('./read-codes.ts', () => ({
  readCodes: ({ name }: File) => new Promise<ReadCodes>((answer) => reading.set(name, answer)),
}));

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await startTexts();
  await needTexts(['verify', 'verifyFile']);
});
afterEach(() => {
  document.body.innerHTML = '';
});

it('shows the codes of the picture that was chosen last, whatever is found later in the one before', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const show = (name: string) =>
    act(async () =>
      root.render(
        <StaticNavigation>
          <Picture file={new File([], name)} isPage={false} onAnother={() => undefined} />
        </StaticNavigation>,
      ),
    );
  const read = async (name: string) => {
    await act(async () => place.querySelector<HTMLButtonElement>('.row button')!.click());
    await until(() => expect(reading.has(name)).toBe(true));
  };
  await show('first.png');
  await read('first.png');
  await show('second.png');
  await act(async () => reading.get('first.png')!({ codes: ['https://elsewhere.example/first'] }));
  expect(place.textContent).toContain('second.png');
  expect(place.textContent).not.toContain('elsewhere.example');
  await read('second.png');
  await act(async () => reading.get('second.png')!({ codes: ['https://elsewhere.example/second'] }));
  expect(place.textContent).toContain('elsewhere.example/second');
  await act(async () => root.unmount());
});
