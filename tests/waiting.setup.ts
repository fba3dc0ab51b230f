import { vi } from 'vitest';

/** Milliseconds. Tests only bound their waiting: on a machine that does much else at a time one second is soon over. */
const generous = 20_000;
const isGenerous = Symbol.for('sello.tests.waitFor');

const { waitFor } = vi;
// Files of one worker may share their modules.
if (!(isGenerous in waitFor)) {
  const patient: typeof vi.waitFor = (check, options = {}) =>
    waitFor(check, typeof options === 'number' ? options : { timeout: generous, ...options });
  vi.waitFor = Object.assign(patient, { [isGenerous]: true });
}
