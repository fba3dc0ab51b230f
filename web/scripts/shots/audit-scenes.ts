import type { Scene } from './scene.ts';

const log = '/settings/{tenant}/audit';

/** The audit log in the settings. */
export const auditScenes: readonly Scene[] = [
  {
    name: 'settings-audit',
    path: log,
    signedIn: true,
    act: (page) => page.locator('.au time').first().waitFor(),
  },
  {
    name: 'settings-audit-loading',
    path: log,
    signedIn: true,
    answers: () => ({ 'audit list': 'never' }),
  },
  {
    name: 'settings-audit-none',
    path: `${log}?kind=issuing&from=2026-11-01&to=2026-11-20&words=diploma`,
    signedIn: true,
    fixture: (fixture) => void fixture.auditLines.splice(0),
    act: (page) => page.locator('.audit .empty').waitFor(),
  },
  {
    name: 'settings-audit-broken',
    path: log,
    signedIn: true,
    answers: () => ({
      'audit list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.audit .empty').waitFor(),
  },
];
