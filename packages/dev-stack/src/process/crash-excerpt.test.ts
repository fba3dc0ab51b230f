import { describe, expect, it } from 'vitest';
import { crashExcerpt } from './crash-excerpt.ts';

describe('the excerpt of a crash log', () => {
  it('is the last error of a JSON log', () => {
    const log = [
      '{"level":"info","msg":"starting"}',
      '{"level":"fatal","msg":"starting failed","err":{"message":"connect ECONNREFUSED"}}',
      '{"level":"info","msg":"closed"}',
    ].join('\n');
    expect(crashExcerpt(log)).toBe('starting failed: connect ECONNREFUSED');
  });

  it('is the message of an uncaught error', () => {
    const log = [
      'node:internal/modules/esm/resolve:271',
      '    throw new ERR_MODULE_NOT_FOUND(',
      '          ^',
      '',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/x/config.ts'",
      '    at finalizeResolution (node:internal/modules/esm/resolve:271:11) {',
      "  code: 'ERR_MODULE_NOT_FOUND'",
      '}',
      '',
      'Node.js v24.21.0',
    ].join('\n');
    expect(crashExcerpt(log)).toBe("Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/x/config.ts'");
  });

  it('is the last lines of any other log', () => {
    expect(crashExcerpt('a\nb\nc\nPort 6379 is in use\n')).toBe('b | c | Port 6379 is in use');
    expect(crashExcerpt('')).toBe('no output');
  });
});
