// @vitest-environment jsdom
import type { PublicCertificate } from '@sello/contracts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { routes } from '../../app/routes/table.ts';
import { needTexts, startTexts } from '../../i18n/index.ts';
import { until } from '../../state/until.fixture.ts';
import { RoutesContext } from '../../tenancy/routes.ts';
import { StaticNavigation } from '../../ui/link/navigation.fixture.tsx';
import { FileCheck } from './FileCheck.tsx';
import { hashOf } from './hash.ts';

/** Without a number; jsdom has no threads. */
vi.mock('./file/read-numbers.ts', () => ({ readNumbers: async () => ({ read: 'done', named: [] }) }));

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const certificate: PublicCertificate = {
  ...{
    certId,
    hash: 'a'.repeat(64),
    state: 'valid',
    issuedAt: '2026-11-14T15:00:00Z',
    issuedOn: '2026-11-14',
    holder: 'Ana',
  },
  ...{ country: 'Peru', idNumber: '', idNumberMasked: false, size: 1, signed: true },
  issuer: { name: 'Instituto', identity: { kind: 'domain' }, createdAt: '2026-01-01T00:00:00Z' },
  verifyUrl: `https://sello.example/verify/${certId}`,
};

/** A file; that of jsdom has no bytes to read. */
function fileOf(name: string, text: string): File {
  const bytes = new TextEncoder().encode(text);
  const part = (start = 0, end?: number) => {
    const cut = bytes.slice(start, end);
    return { arrayBuffer: async () => cut.buffer, slice: part };
  };
  return Object.assign(new File([text], name), part());
}
const genuine = fileOf('genuine.pdf', '%PDF-1.7 genuine');
const forged = fileOf('forged.pdf', '%PDF-1.7 forged');

beforeAll(async () => {
  await startTexts();
  await needTexts([...routes.verify.texts, 'verifyFile']);
});

let root: Root;
/** The lookups that are not answered yet, by hash. */
let asked: Map<string, { answer: (response: Response) => void; signal: AbortSignal }>;
let hashes: { genuine: string; forged: string };
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  hashes = { genuine: await hashOf(genuine), forged: await hashOf(forged) };
  asked = new Map();
  vi.stubGlobal(
    'fetch',
    (url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((answer) => {
        asked.set(new URLSearchParams(url.split('?')[1]).get('hash')!, { answer, signal });
      }),
  );
  const place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <StaticNavigation>
        <RoutesContext value={routes}>
          <FileCheck />
        </RoutesContext>
      </StaticNavigation>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

/** Chooses a file, and waits until its hash is looked up. */
async function choose(file: File, hash: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await until(() => expect(asked.has(hash)).toBe(true));
}
const answer = (hash: string, body: object, status = 200) =>
  act(async () => asked.get(hash)!.answer(Response.json(body, { status })));
const notFound = { error: 'No certificate', code: 'issued_not_found' };
const headline = () => document.querySelector('h2')?.textContent;

it('answers about the file that was chosen last, whatever comes later of the one before', async () => {
  await choose(genuine, hashes.genuine);
  await choose(forged, hashes.forged);
  await answer(hashes.forged, notFound, 404);
  await vi.waitFor(() => expect(headline()).toBeDefined());
  const said = headline();
  const page = document.body.textContent;
  expect(page).toContain('forged.pdf');
  await answer(hashes.genuine, { certificate });
  expect(headline()).toBe(said);
  expect(document.body.textContent).toBe(page);
});

it('says nothing of an earlier file whose answer never came', async () => {
  await choose(genuine, hashes.genuine);
  await choose(forged, hashes.forged);
  await answer(hashes.genuine, { error: 'Too many', code: 'rate_limited' }, 429);
  expect(document.querySelector('.bad')).toBeNull();
  expect(asked.get(hashes.genuine)!.signal.aborted).toBe(true);
  await answer(hashes.forged, { certificate });
  await vi.waitFor(() => expect(document.body.textContent).toContain('forged.pdf'));
});
