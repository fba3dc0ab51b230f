import type { Overrides } from './mock.ts';
import { type Scene, unavailable } from './scene.ts';

const scene = (name: string, path: string, call: string, answer: Overrides[string]): Scene => ({
  ...{ name, path, signedIn: !path.startsWith('/verify') },
  answers: () => ({ [call]: answer }),
  act: (page) => page.locator('.empty').first().waitFor(),
});
const student = '/students/111111111111111111111111';
const batch = `/batches/${'e'.repeat(24)}`;
const template = `/templates/${'64'.padStart(24, '0')}`;

/** What a page is about cannot be read, or is not there any more. */
export const brokenScenes: readonly Scene[] = [
  {
    ...scene('verify-broken', '/verify/7K3M9QXT2VHBC0RD8WJN5PZE4F', 'verify lookup', unavailable),
    // After a while in which it is asked again.
    act: (page) => page.locator('[role=alert] p').waitFor(),
  },
  {
    ...scene('student-broken', student, 'students get', unavailable),
    answers: () => ({ 'students get': unavailable, 'certificates history': unavailable }),
  },
  scene('batch-broken', batch, 'batches get', unavailable),
  scene('batch-gone', batch, 'batches get', { body: null }),
  scene('editor-broken', template, 'templates get', unavailable),
  scene('editor-gone', template, 'templates get', { body: null }),
];
