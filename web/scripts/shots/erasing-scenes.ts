import type { Scene } from './scene.ts';

/** Erasing a student, and what a visitor is told afterwards. */
export const erasingScenes: readonly Scene[] = [
  {
    name: 'students-erase',
    path: '/students',
    signedIn: true,
    act: async (page) => {
      await page.locator('tbody button[aria-haspopup]').first().click();
      await page.locator('[role=menuitem].bad').last().click();
      await page.locator('.dialog input').first().fill('x');
    },
  },
  {
    name: 'verify-erased',
    act: (page) => page.locator('.no-preview').waitFor(),
    path: '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    answers: ({ verify }) => {
      const { certId, hash, issuedAt, issuedOn, issuer, verifyUrl } = verify.certificate;
      const dates = { issuedAt, issuedOn, erasedAt: '2026-11-18T21:05:00.000Z' };
      return {
        'verify lookup': { body: { erased: { certId, hash, issuer, verifyUrl, state: 'erased', ...dates } } },
      };
    },
  },
];
