import { describe, expect, it } from 'vitest';
import { crashExcerpt } from './crash-excerpt.ts';

describe('the last words of a process', () => {
  it('are the last error of a JSON log', () => {
    const log = [
      '{"level":"info","msg":"starting"}',
      '{"level":"fatal","msg":"starting failed","err":{"message":"connect ECONNREFUSED"}}',
      '{"level":"info","msg":"closed"}',
    ].join('\n');
    expect(crashExcerpt(log)).toBe('starting failed: connect ECONNREFUSED');
  });

  it('are the message of an error that nobody caught', () => {
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

  it('are the last lines of anything else', () => {
    expect(crashExcerpt('a\nb\nc\nPort 6379 is in use\n')).toBe('b | c | Port 6379 is in use');
    expect(crashExcerpt('')).toBe('it said nothing');
  });
});
