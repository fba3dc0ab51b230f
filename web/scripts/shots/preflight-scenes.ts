import type { PreflightKind, PreflightReport } from '@sello/contracts';
import type { Page } from 'playwright-core';
import type { Fixture } from './fixture.ts';
import { dialog, rowBox, type Scene } from './scene.ts';

const preflightId = 'a'.repeat(24);
const none: PreflightReport = {
  ...{ state: 'done', total: 1_248, checked: 1_248, cannot: 0, remarks: 0 },
  ...{ waits: false, kinds: [], templates: [], risks: [], longestName: 'Beatriz Conceição Magalhães' },
  findings: { items: [], nextCursor: null },
};

function found({ students }: Fixture): PreflightReport {
  const person = (index: number) => {
    const { _id: studentId, fullName } = students[index]!;
    return { index: 37 * index + 310, studentId, fullName };
  };
  const glyph = (index: number, character: string) => ({
    ...{ ...person(index), kind: 'glyph_missing' as const, element: 'Name', elementId: 'name' },
    error: { code: 'glyph_missing' as const, message: '', details: { character, field: '{{fullName}}' } },
  });
  const shrunk = (index: number, to: number) => ({
    ...{ ...person(index), kind: 'shrunk' as const, element: 'Name', elementId: 'name', from: 50, to },
  });
  const gone = {
    ...{ kind: 'student_not_found' as const, index: 400, studentId: 'c'.repeat(24), fullName: '' },
    error: { code: 'student_not_found' as const, message: '' },
  };
  const risks = [glyph(0, 'Ɛ'), glyph(1, 'Ɔ'), gone, shrunk(3, 24), shrunk(4, 41)];
  const mark = { x: 0.08, y: 0.37, width: 0.84, height: 0.1 };
  const counts: [PreflightKind, number][] = [
    ['glyph_missing', 2],
    ['text_does_not_fit', 1],
    ['variable_unknown', 5],
    ['student_not_found', 1],
    ['shrunk', 31],
    ['empty', 4],
    ['certified', 12],
    ['no_email', 57],
  ];
  return {
    ...{ ...none, cannot: 9, remarks: 35 },
    kinds: counts.map(([kind, rows]) => ({ kind, rows })),
    templates: [
      {
        ...{ kind: 'no_description', templateId: 'b'.repeat(24), name: 'Hospital Pharmacy', rows: 1_248 },
        elements: ['Emblem'],
      },
    ],
    risks: risks.map((finding) =>
      finding === gone ? { finding, hasPicture: false } : { finding, hasPicture: true, mark },
    ),
    findings: { items: [glyph(0, 'Ɛ'), glyph(1, 'Ɔ')], nextCursor: null },
  };
}

async function openCheck(page: Page): Promise<void> {
  await rowBox(page, 2).click();
  await page.locator('.allbar .link').first().click();
  await page.locator('.toolbar button[aria-haspopup]').click();
  await page.locator('[role=menuitem]').first().click();
  await dialog(page).locator('select').first().selectOption({ index: 1 });
  await dialog(page).locator('.end .btn--line').last().click();
  await dialog(page).locator('.chk').waitFor();
  await page.mouse.move(0, 0);
}

const answers = (report: PreflightReport) => ({
  'certificates preflight': { body: { preflightId, total: report.total } },
  'certificates preflight-report': { body: report },
  'certificates preflight-leave': { body: { success: true } },
});

/** The check before certificates are generated. */
export const preflightScenes: readonly Scene[] = [
  {
    name: 'check-running',
    path: '/students',
    signedIn: true,
    answers: () => answers({ ...none, state: 'running', checked: 812, cannot: 7, remarks: 29 }),
    act: openCheck,
  },
  {
    name: 'check-findings',
    path: '/students',
    signedIn: true,
    answers: (fixture) => answers(found(fixture)),
    act: async (page) => {
      await openCheck(page);
      // The letters, after the variables, of which there are more.
      await page.locator('.chk summary').nth(1).click();
      await page.mouse.move(0, 0);
      await page.locator('.chk .who li').first().waitFor();
    },
  },
  {
    name: 'check-waiting',
    path: '/students',
    signedIn: true,
    answers: () => answers({ ...none, state: 'running', checked: 0, waits: true }),
    act: openCheck,
  },
  {
    name: 'check-failed',
    path: '/students',
    signedIn: true,
    answers: () => answers({ ...none, state: 'failed', checked: 812 }),
    act: openCheck,
  },
  {
    name: 'check-busy',
    path: '/students',
    signedIn: true,
    answers: () => ({
      ...answers(none),
      'certificates preflight-report': {
        status: 503,
        body: { error: 'x', code: 'worker_busy', requestId: '01J8-4C7Q' },
      },
    }),
    act: openCheck,
  },
  {
    name: 'check-clean',
    path: '/students',
    signedIn: true,
    answers: () => answers(none),
    act: openCheck,
  },
];
