import type { Page } from 'playwright-core';
import { accountScenes } from './account-scenes.ts';
import { auditScenes } from './audit-scenes.ts';
import { batchScenes } from './batch-scenes.ts';
import { brokenScenes } from './broken-scenes.ts';
import { catalogScenes } from './catalog-scenes.ts';
import { domainScenes } from './domain-scenes.ts';
import { editorScenes } from './editor-scenes.ts';
import { endingScenes } from './ending-scenes.ts';
import { erasingScenes } from './erasing-scenes.ts';
import type { Fixture } from './fixture.ts';
import { importScenes } from './import-scenes.ts';
import { inspectorScenes } from './inspector-scenes.ts';
import { joiningScenes } from './joining-scenes.ts';
import { membersScenes } from './members-scenes.ts';
import { operatorScenes } from './operator-scenes.ts';
import { ownHostScenes } from './own-host-scenes.ts';
import { panelScenes } from './panel-scenes.ts';
import { pausedScenes } from './paused-scenes.ts';
import { preflightScenes } from './preflight-scenes.ts';
import { reportScenes } from './report-scenes.ts';
import { dialog, rowBox, type Scene } from './scene.ts';
import { settingsScenes } from './settings-scenes.ts';
import { studentScenes } from './student-scenes.ts';
import { templateScenes } from './template-scenes.ts';
import { verifyFileScenes } from './verify-file-scenes.ts';

const tenant = (fixture: Fixture): string => fixture.tenants[0]?._id ?? '';
export const tenantPath = (path: string, fixture: Fixture): string =>
  path.replace('{tenant}', tenant(fixture));

const noCertificates = (fixture: Fixture): void => {
  fixture.certificates = { ...fixture.certificates, certificate: null, certificates: [] };
};
const chooseTwo = async (page: Page): Promise<void> => {
  await rowBox(page, 2).click();
  await rowBox(page, 4).click();
};
const openGenerate = async (page: Page): Promise<void> => {
  for (const row of [2, 4, 6, 10, 12]) await rowBox(page, row).click();
  await page.locator('.toolbar button[aria-haspopup]').click();
  await page.locator('[role=menuitem]').first().click();
  await dialog(page).waitFor();
};

const unproven = ({ verify: { certificate } }: Fixture): void => {
  certificate.issuer.identity = { kind: 'unproven' };
  certificate.issuer.atIssue = { kind: 'unproven' };
  certificate.issuer.createdAt = '2026-11-13T12:00:00.000Z';
};
export const scenes: readonly Scene[] = [
  { name: 'landing', path: '/' },
  { name: 'landing-menu', path: '/', only: 'narrow', act: (page) => page.locator('.burger').click() },
  { name: 'callback-refused', path: '/auth/callback?error=access_denied&error_code=signup_disabled' },
  { name: 'callback-failed', path: '/auth/callback' },
  { name: 'students', path: '/students', signedIn: true, tray: true, act: chooseTwo },
  {
    name: 'students-bulk',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await chooseTwo(page);
      await page.locator('.toolbar button[aria-haspopup]').click();
      await page.locator('[role=menu]').waitFor();
    },
  },
  {
    name: 'students-row-menu',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await page.locator('.c-act button').first().click();
      await page.locator('[role=menu]').waitFor();
    },
  },
  {
    name: 'students-menu',
    path: '/students',
    signedIn: true,
    only: 'narrow',
    act: (page) => page.locator('.burger').click(),
  },
  {
    name: 'students-tenants',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await page.locator('.switch-tenant').click();
      await page.locator('[role=menu]').waitFor();
    },
  },
  {
    name: 'students-loading',
    path: '/students',
    signedIn: true,
    answers: () => ({ 'students list': 'never' }),
  },
  {
    name: 'students-empty',
    path: '/students',
    signedIn: true,
    tray: true,
    fixture: (fixture) => {
      Object.assign(fixture, { students: [], total: 0, certified: 0, batches: [] });
    },
  },
  {
    name: 'students-nobody',
    path: '/students?q=Quispo',
    signedIn: true,
    fixture: (fixture) => void Object.assign(fixture, { students: [], total: 0, certified: 0 }),
  },
  { name: 'trash', path: '/students/trash', signedIn: true },
  {
    name: 'trash-loading',
    path: '/students/trash',
    signedIn: true,
    answers: () => ({ 'students trash': 'never' }),
  },
  {
    name: 'trash-empty',
    path: '/students/trash',
    signedIn: true,
    answers: () => ({ 'students trash': { body: { items: [], total: 0, nextCursor: null } } }),
  },
  {
    name: 'trash-broken',
    path: '/students/trash',
    signedIn: true,
    answers: () => ({
      'students trash': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    name: 'students-filters',
    path: '/students?state=failed&country=Peru&from=2026-10-01',
    signedIn: true,
    act: async (page) => {
      await page.locator('[aria-controls=student-filters]').click();
      await page.locator('.filters').waitFor();
    },
  },
  {
    name: 'students-why',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await page.locator('tbody .cert-sign:has(.badge--bad) .link').first().click();
      await page.locator('.dialog .remedies').waitFor();
    },
  },
  {
    name: 'students-broken',
    path: '/students',
    signedIn: true,
    answers: () => ({
      'students list': { status: 503, body: { error: 'x', code: 'unavailable', requestId: '01J8-4C7Q' } },
    }),
    act: (page) => page.locator('.empty').waitFor(),
  },
  {
    name: 'students-form',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await page.locator('.toolbar .btn').last().click();
      await dialog(page).waitFor();
      await page.locator('.dialog .end .btn').last().click();
    },
  },
  {
    name: 'students-delete',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await chooseTwo(page);
      await page.locator('.toolbar button[aria-haspopup]').click();
      await page.locator('[role=menuitem].bad').click();
      await dialog(page).waitFor();
    },
  },
  ...joiningScenes,
  ...membersScenes,
  ...domainScenes,
  ...ownHostScenes,
  ...pausedScenes,
  ...preflightScenes,
  ...erasingScenes,
  ...importScenes,
  { name: 'generate', path: '/students', signedIn: true, act: openGenerate },
  {
    name: 'generate-asked',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await openGenerate(page);
      await dialog(page).locator('.all select').selectOption({ index: 1 });
      await dialog(page).locator('.asked input').first().fill('');
      await dialog(page).locator('.btn--seal').click();
      await dialog(page).locator('.asked .bad').waitFor();
      await dialog(page).locator('.asked').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'generate-letter',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await openGenerate(page);
      await dialog(page).locator('.all select').selectOption({ index: 1 });
      await dialog(page).locator('.mailrow input').click();
      await dialog(page).locator('.letter .strong').waitFor();
      await dialog(page).locator('.letter').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'generate-first-certificate',
    path: '/students',
    signedIn: true,
    fixture: noCertificates,
    act: async (page) => {
      await openGenerate(page);
      await page.locator('.gen .switch').click();
      await page.locator('.gen .sign select').selectOption('create-new');
      await page.locator('.gen .under-choice .btn').waitFor();
    },
  },
  {
    name: 'create-certificate',
    path: '/students',
    signedIn: true,
    fixture: noCertificates,
    act: async (page) => {
      await openGenerate(page);
      await page.locator('.gen .switch').click();
      await page.locator('.gen .sign select').selectOption('create-new');
      await page.locator('.gen .under-choice .btn').click();
      await page.locator('.certificate-form').waitFor();
    },
  },
  {
    name: 'batch-errors',
    path: '/students',
    signedIn: true,
    tray: true,
    act: async (page) => {
      await page.locator('.job').nth(2).locator('.link').first().click();
      await page.locator('.dialog .errs').first().waitFor();
    },
  },
  {
    name: 'batch-cancel',
    path: '/students',
    signedIn: true,
    tray: true,
    act: async (page) => {
      await page.locator('.job').first().locator('.link').first().click();
      await dialog(page).waitFor();
    },
  },
  { name: 'settings', path: '/settings/{tenant}/certificates', signedIn: true },
  {
    name: 'settings-empty',
    path: '/settings/{tenant}/certificates',
    signedIn: true,
    fixture: noCertificates,
  },
  {
    name: 'denied',
    path: '/settings/{tenant}/certificates',
    signedIn: true,
    fixture: (fixture) => {
      fixture.permissions = fixture.permissions.filter((name) => !name.startsWith('settings'));
      fixture.roles = ['member'];
    },
    act: (page) => page.locator('.denied').waitFor(),
  },
  ...studentScenes,
  ...settingsScenes,
  ...accountScenes,
  ...endingScenes,
  ...auditScenes,
  ...batchScenes,
  ...operatorScenes,
  ...templateScenes,
  ...catalogScenes,
  ...editorScenes,
  ...panelScenes,
  ...inspectorScenes,
  {
    name: 'unreachable',
    path: '/students',
    signedIn: true,
    answers: () => ({ 'tenants my': 'offline' }),
    act: (page) => page.locator('.denied').waitFor(),
  },
  {
    name: 'opening',
    path: '/open',
    signedIn: true,
    // The token names the first organization, so nothing is known about the other one yet.
    answers: ({ tenants }) => ({
      'tenants my': { body: tenants.slice(1) },
      'rpc get_all_user_data': 'never',
    }),
  },
  { name: 'verify', path: '/verify' },
  {
    name: 'verify-valid',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    act: (page) => page.locator('img.cert').waitFor(),
  },
  {
    name: 'verify-operator',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    fixture: ({ verify: { certificate } }) => {
      certificate.issuer.identity = { kind: 'operator', since: '2026-11-04T12:00:00.000Z' };
      certificate.issuer.atIssue = {
        kind: 'domain',
        domain: 'certs.cordillera.example',
        lapsedAt: '2026-11-03T12:00:00.000Z',
      };
    },
    act: (page) => page.locator('img.cert').waitFor(),
  },
  {
    name: 'verify-lapsed',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    fixture: ({ verify: { certificate } }) => {
      certificate.issuer.identity = { kind: 'unproven' };
      certificate.issuer.atIssue = {
        kind: 'domain',
        domain: 'certs.cordillera.example',
        lapsedAt: '2026-11-18T12:00:00.000Z',
      };
    },
    act: (page) => page.locator('img.cert').waitFor(),
  },
  {
    name: 'verify-unproven',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    fixture: unproven,
    act: (page) => page.locator('img.cert').waitFor(),
  },
  ...reportScenes,
  {
    name: 'verify-linkedin',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    act: async (page) => {
      await page.locator('.acts button.btn--bare').first().click();
      await page.locator('.linkedin-fields').waitFor();
    },
  },
  {
    name: 'verify-revoked',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    fixture: ({ verify }) => {
      Object.assign(verify.certificate, {
        state: 'revoked',
        revokedAt: '2026-11-18T21:05:00.000Z',
        revokedReason: 'Issued to the wrong person; the grade belongs to a student of the same surname.',
      });
    },
    act: (page) => page.locator('img.cert').waitFor(),
  },
  {
    name: 'verify-replaced',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    fixture: ({ verify }) => {
      const { downloadUrl: _off, ...kept } = verify.certificate;
      verify.certificate = {
        ...kept,
        state: 'replaced',
        replacedAt: '2026-11-18T21:05:00.000Z',
        replacedBy: '8K3M9QXT2VHBC0RD8WJN5PZE4F',
      };
      delete verify.file;
    },
  },
  {
    name: 'verify-notfound',
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4',
    answers: () => ({
      'verify lookup': { status: 404, body: { error: 'x', code: 'issued_not_found', requestId: 'r' } },
    }),
  },
  ...verifyFileScenes,
  ...brokenScenes,
];
