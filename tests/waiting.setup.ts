import { vi } from 'vitest';
import { generous } from './patience.ts';

const isGenerous = Symbol.for('sello.tests.waitFor');

const { waitFor, waitUntil } = vi;
// Files of one worker may share their modules.
if (!(isGenerous in waitFor)) {
  const patient: typeof vi.waitFor = (check, options = {}) =>
    waitFor(check, typeof options === 'number' ? options : { timeout: generous, ...options });
  vi.waitFor = Object.assign(patient, { [isGenerous]: true });
  vi.waitUntil = (check, options = {}) =>
    waitUntil(check, typeof options === 'number' ? options : { timeout: generous, ...options });
}
