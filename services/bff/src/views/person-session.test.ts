import type { SessionRecord } from '@sello/store';
import { expect, it } from 'vitest';
import { personSessionView } from './person-session.ts';

const session: SessionRecord = {
  _id: 'a'.repeat(24),
  userId: 'b'.repeat(24),
  counter: 3,
  rotations: [],
  userAgent: '',
  createdAt: new Date('2026-11-01T08:00:00Z'),
  lastUsedAt: new Date('2026-11-02T09:00:00Z'),
  expiresAt: new Date('2026-12-01T08:00:00Z'),
  endedAt: null,
};
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/150.0.0.0 Safari/537.36`, 'Chrome', 'Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    'Edge',
    'Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-S911B) ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${webkit} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
    'Firefox',
    'iPad',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Windows'],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/150.0.0.0 Safari/537.36 OPR/130.0.0.0`,
    'Opera',
    'ChromeOS',
  ],
  ['curl/8.9.1', undefined, undefined],
  ['', undefined, undefined],
])('names the browser and the system of %s', (userAgent, browser, system) => {
  const view = personSessionView({ ...session, userAgent }, session._id);
  expect([view.browser, view.system]).toEqual([browser, system]);
});

it('says which is the current one, and passes nothing else on', () => {
  const repeats = { count: 2, at: new Date('2026-11-02T08:30:00Z'), network: '198.51.100.0/24' };
  expect(personSessionView({ ...session, network: '203.0.113.0/24', repeats }, 'c'.repeat(24))).toEqual({
    id: session._id,
    network: '203.0.113.0/24',
    createdAt: '2026-11-01T08:00:00.000Z',
    lastUsedAt: '2026-11-02T09:00:00.000Z',
    repeats: { count: 2, at: '2026-11-02T08:30:00.000Z', network: '198.51.100.0/24' },
    current: false,
  });
});
