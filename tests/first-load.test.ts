import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstLoadSize } from '../scripts/web/sizes.ts';

const dist = join(import.meta.dirname, '../web/dist');
const texts = (...features: string[]) => features.map((name) => `src/i18n/locales/en/${name}.json`);
const everyPage = texts('auth', 'common', 'errors', 'footer', 'header');
const staffPage = [
  ...everyPage,
  ...texts('batches', 'certificates', 'mailPause', 'settings', 'students'),
  ...['src/app/frames/StaffFrame.tsx', 'src/app/guard/ScreenGuard.tsx', 'src/auth/client.ts'],
];

/** The entry modules of each screen; its limit (`most`) and its goal, in kilobytes of gzip. */
const screens = {
  landing: {
    begins: [
      ...everyPage,
      ...texts('landing'),
      ...['src/app/frames/FrontFrame.tsx', 'src/features/landing/Landing.tsx'],
    ],
    most: 160,
    goal: 100,
  },
  verify: {
    begins: [
      ...everyPage,
      ...texts('countries', 'verify'),
      ...['src/app/frames/PublicFrame.tsx', 'src/features/verify/Verify.tsx'],
    ],
    most: 167.5,
    goal: 130,
  },
  students: {
    begins: [...staffPage, ...texts('countries'), 'src/features/students/StudentsScreen.tsx'],
    most: 250,
    goal: 250,
  },
  settings: {
    begins: [...staffPage, 'src/features/settings/SettingsRoute.tsx'],
    most: 250,
    goal: 250,
  },
};

// Measures the build. `most` may only be lowered, until it reaches the goal.
describe.skipIf(!existsSync(join(dist, '.vite/manifest.json')))('the first load', () => {
  it.each(Object.entries(screens))('of %s stays within its size', (_, { begins, most, goal }) => {
    expect(firstLoadSize(dist, begins)).toBeLessThanOrEqual(Math.max(most, goal));
  });
});
