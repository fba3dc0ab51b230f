import type { BatchItem } from '@sello/contracts';
import { certId, type Fixture } from './fixture.ts';
import type { Scene } from './scene.ts';

const people: readonly [string, string | undefined, Partial<BatchItem>][] = [
  ['Lucía Fernanda Quispe Mamani', 'lucia.quispe@correo.example', { delivery: 'accepted' }],
  [
    'Maria Antónia da Conceição Albuquerque e Vasconcelos',
    'maria.antonia.da.conceicao.albuquerque@universidade-do-norte.example',
    { delivery: 'accepted' },
  ],
  ['Beatriz Conceição Magalhães', 'beatriz@santaines.example', { delivery: 'refused' }],
  ['Íñigo Echeverría Zubizarreta', 'inigo.e@hospital.example', { delivery: 'unknown' }],
  ['Óscar Iván Huamán Tello', undefined, {}],
  ['Ximena Alejandra Peñaloza Rueda', 'ximena@colmena.example', { delivery: 'unknown' }],
];

/** A batch of e-mails with every outcome. */
export function mail({ batches: [, , email] }: Fixture) {
  const batch = { ...email!, total: 6, done: 2, failed: 4, unknown: 2, after: 'c'.repeat(24) };
  const items = people.map(([fullName, address, more], index): BatchItem => {
    const { delivery } = more;
    const at = batch.endedAt ?? batch.createdAt;
    const code = delivery === 'refused' ? 'email_refused' : delivery ? 'email_unknown' : 'email_required';
    return {
      ...{ index, fullName, ...(address && { email: address }), ...more },
      ...{ studentId: `${index}`.repeat(24), certId },
      state: delivery === 'accepted' ? 'done' : 'failed',
      ...(delivery === 'accepted' && { said: { text: 'mx1.correo.example', at } }),
      ...(delivery !== 'accepted' && {
        error: {
          ...{ code, message: '' },
          ...(delivery === 'refused' && { details: { response: '550 5.1.1 user unknown' } }),
        },
      }),
      ...(index === 5 && { again: { state: 'accepted', at, batchId: batch._id } }),
    };
  });
  return { 'batches get': { body: { batch, items, nextCursor: null } } };
}

/** A batch of certificates of which some failed, one of a student who was deleted. */
function failed({ batches: [running], items }: Fixture) {
  const batch = { ...running!, state: 'done' as const, done: running!.total - 4, failed: 4 };
  const gone = { code: 'student_not_found' as const, message: '' };
  const rows = [
    ...items,
    { index: 411, fullName: '', state: 'failed', error: gone },
    { index: 412, fullName: 'Pedro Nolasco Iriarte', state: 'failed', error: gone },
  ];
  return {
    'batches get': {
      body: { batch: { ...batch, endedAt: batch.createdAt }, items: rows, nextCursor: null },
    },
  };
}

const path = `/batches/${'e'.repeat(24)}`;

/** All batches, and one of them. */
export const batchScenes: readonly Scene[] = [
  { name: 'batches', path: '/batches', signedIn: true },
  {
    name: 'batches-loading',
    path: '/batches',
    signedIn: true,
    answers: () => ({ 'batches list': 'never' }),
  },
  {
    name: 'batches-none',
    path: '/batches?kind=zip&from=2026-10-01',
    signedIn: true,
    fixture: (one) => void one.batches.splice(0),
  },
  {
    name: 'batches-broken',
    path: '/batches',
    signedIn: true,
    answers: () => ({
      'batches list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.batches-page .empty').waitFor(),
  },
  { name: 'batch-mail', path, signedIn: true, answers: mail },
  {
    name: 'batch-resend',
    path,
    signedIn: true,
    answers: mail,
    act: async (page) => {
      await page.locator('.acts .btn:not(.btn--line)').click();
      await page.locator('.dialog').waitFor();
    },
  },
  { name: 'batch-failed', path, signedIn: true, answers: failed },
];
