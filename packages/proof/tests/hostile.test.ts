import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { byTurns } from '../../../tests/corpus.ts';
import { type PdfVerdict, validatePdf } from '../src/index.ts';
import { withFiles } from './support/external-tools.ts';
import { hostileFiles, manySignatures } from './support/hostile.ts';

interface Measured extends Pick<PdfVerdict, 'outcome' | 'reasons'> {
  milliseconds: number;
  megabytes: number;
}

const script = join(import.meta.dirname, 'support', 'measure-verify.ts');

function measure(bytes: Uint8Array): Measured {
  return withFiles({ 'hostile.pdf': bytes }, (folder) => {
    const { stdout, stderr } = spawnSync(process.execPath, [script, join(folder, 'hostile.pdf')], {
      encoding: 'utf8',
    });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout) as Measured;
  });
}

it.each(byTurns(3, Object.keys(hostileFiles)))('%s gets a verdict with less than 256 MB', (name) => {
  const { outcome, reasons, megabytes } = measure(hostileFiles[name]?.() ?? new Uint8Array());
  expect(['unknown', 'altered', 'unsigned']).toContain(outcome);
  expect(reasons.length).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(256);
});

it('stops hashing for many signatures when the budget is exceeded', () => {
  const { reasons } = validatePdf(manySignatures(40 * 1_048_576));
  expect(reasons).toContainEqual({ code: 'too_complex', detail: 'signatures over too many bytes' });
  expect(reasons.map(({ code }) => code)).toContain('several_signatures');
});
