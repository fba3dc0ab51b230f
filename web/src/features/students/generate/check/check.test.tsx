// @vitest-environment jsdom
import type { PreflightReport } from '@sello/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFixture } from '../../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../../app/routes/open-screen.fixture.tsx';
import { preflightProgress } from '../../../../batches/preflight.ts';

let opened: OpenedScreen | undefined;
beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  );
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const dialog = () => document.querySelector<HTMLElement>('.dialog')!;
const button = (text: string) =>
  [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent?.includes(text));

const empty: PreflightReport = {
  ...{ state: 'running', total: 3, checked: 1, cannot: 0, remarks: 0 },
  ...{ waits: false, kinds: [], templates: [], risks: [], longestName: 'Ana' },
  findings: { items: [], nextCursor: null },
};

/** Opens the check of all students on the page; `report` is answered as it is at that moment. */
async function openCheck(preflightId: string, report: Partial<PreflightReport>, status = 200) {
  const fixture = createFixture();
  const overrides = {
    'certificates preflight': { body: { preflightId, total: 3 } },
    'certificates preflight-report': { status, body: { ...empty, ...report } as unknown },
    'certificates preflight-leave': { body: { success: true } },
  };
  opened = await openScreen('/students', fixture, 'tbody tr:not(.waiting)', overrides);
  const boxes = [...opened.place.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')].slice(
    0,
    3,
  );
  for (const box of boxes) await opened.settle(() => box.click());
  return { fixture, overrides, boxes };
}

async function openGeneration(): Promise<void> {
  const { settle, place } = opened!;
  await settle(() =>
    [...place.querySelectorAll<HTMLElement>('[aria-haspopup]')]
      .find(({ textContent }) => textContent?.includes('3'))!
      .click(),
  );
  const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    /generate/i.test(textContent ?? ''),
  )!;
  await settle(() => entry.click());
  const all = dialog().querySelector('select')!;
  await settle(() => {
    all.value = all.options[1]!.value;
    all.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle(() => button('Check first')!.click());
  await settle();
}

it('shows what was found by kind with the people inside, and goes on without those who cannot be issued', async () => {
  const { fixture } = await openCheck('a'.repeat(24), {});
  const [one] = fixture.students;
  const finding = {
    ...{ kind: 'glyph_missing' as const, index: 0, studentId: one!._id, fullName: one!.fullName },
    error: { code: 'glyph_missing' as const, message: 'x', details: { character: 'Ɛ', field: 'name' } },
  };
  await opened!.close();
  const report = {
    ...{ state: 'done' as const, checked: 3, cannot: 1, remarks: 1 },
    kinds: [
      { kind: 'glyph_missing' as const, rows: 1 },
      { kind: 'shrunk' as const, rows: 1 },
      { kind: 'no_email' as const, rows: 2 },
    ],
    risks: [{ finding, hasPicture: false }],
    findings: { items: [finding], nextCursor: null },
  };
  await openCheck('a'.repeat(24), report);
  await openGeneration();
  const text = () => dialog().textContent!;
  expect(text()).toContain('2 can be issued, 1 cannot.');
  for (const group of ['Cannot be issued', 'Will look different', 'Good to know']) {
    expect(text()).toContain(group);
  }
  await opened!.settle(() => {
    const details = dialog().querySelector('details')!;
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
  expect(dialog().querySelector('.who')!.textContent).toContain(one!.fullName);
  expect(dialog().querySelector('.who')!.textContent).toContain('Ɛ');

  await opened!.settle(() => button('Go on without the one')!.click());
  expect(dialog().textContent).toContain('Generate 2 certificates');
  expect(dialog().textContent).not.toContain(one!.fullName);
});

it('follows the check, is there again after it was left, and prints as drawn when nothing is found', async () => {
  const preflightId = 'b'.repeat(24);
  const { overrides } = await openCheck(preflightId, {});
  await openGeneration();
  const asked = () => opened!.calls.filter((name) => name === 'certificates preflight?fn=preflight').length;
  expect(dialog().textContent).toContain('You may leave; it is here when you come back.');
  const ids = { tenantId: 'f'.repeat(24), preflightId };
  await opened!.settle(() =>
    preflightProgress.set({ ...ids, state: 'running', total: 3, checked: 2, cannot: 1, remarks: 0 }),
  );
  expect([...dialog().querySelectorAll('dd')].map(({ textContent }) => textContent)).toContain('2');
  expect(asked()).toBe(1);
  await opened!.settle(() => button('Back')!.click());
  await opened!.settle(() => button('Check first')!.click());
  expect(asked()).toBe(1);

  overrides['certificates preflight-report'].body = { ...empty, state: 'done', checked: 3 };
  await opened!.settle(() =>
    preflightProgress.set({ ...ids, state: 'done', total: 3, checked: 3, cannot: 0, remarks: 0 }),
  );
  expect(dialog().textContent).toContain('All 3 print as drawn.');
  await opened!.settle(() => button('Go on')!.click());
  expect(dialog().textContent).toContain('Generate 3 certificates');
  // What was seen is checked anew: somebody may have been corrected.
  await opened!.settle(() => button('Check first')!.click());
  expect(asked()).toBe(2);
});

it('says that no worker is there, and begins again when asked', async () => {
  const busy = { error: 'x', code: 'worker_busy' } as never;
  await openCheck('c'.repeat(24), busy, 503);
  await openGeneration();
  await vi.waitFor(async () => {
    await opened!.settle();
    expect(dialog().querySelector('[role=alert]')!.textContent).toContain('busy or away');
  });
  expect(button('Try again')).toBeDefined();
});
