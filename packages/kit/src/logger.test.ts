import { describe, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { createLogger, type Logger, withLogIds } from './logger.ts';
import { Secret } from './secret.ts';

function capture(): { log: Logger; lines: () => Record<string, unknown>[]; text: () => string } {
  const written: string[] = [];
  const log = createLogger({
    service: 'test',
    level: 'trace',
    destination: { write: (line) => written.push(line) },
  });
  return { log, text: () => written.join(''), lines: () => written.map((line) => JSON.parse(line)) };
}

describe('createLogger', () => {
  it('writes JSON with service, level name and ISO time', () => {
    const { log, lines } = capture();
    log.info({ count: 3 }, 'counted');
    expect(lines()).toEqual([
      expect.objectContaining({
        service: 'test',
        level: 'info',
        count: 3,
        msg: 'counted',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ]);
  });

  it('adds the ids of the call and of the nested job to each line', async () => {
    const { log, lines } = capture();
    await withLogIds({ requestId: 'r1' }, async () => {
      await Promise.resolve();
      withLogIds({ batchId: 'b1' }, () => log.info('inside'));
    });
    log.info('outside');
    expect(lines()[0]).toMatchObject({ requestId: 'r1', batchId: 'b1' });
    expect(lines()[1]).not.toHaveProperty('requestId');
  });

  it('hides secrets and personal data at any depth', () => {
    const { log, text } = capture();
    const secrets = {
      headers: { Authorization: 'Bearer hunter2', 'set-cookie': ['a=hunter2'] },
      body: { students: [{ fullName: 'Ana Luz', idNumber: 'X-4711', email: 'ana@example.org' }] },
      config: { key: new Secret('hunter2'), url: 'mongodb://root:hunter2@db:27017/sello' },
      bytes: Buffer.from('hunter2'),
    };
    log.child(secrets).info(secrets, 'mail for ana@example.org over smtp://u:hunter2@host');
    log.info({ body: JSON.stringify({ note: 'ask ana@example.org' }) });
    for (const personal of ['hunter2', 'Ana Luz', 'X-4711', 'ana@example.org']) {
      expect(text()).not.toContain(personal);
    }
  });

  it('writes errors with code, details and causes, scrubbed', () => {
    const { log, lines, text } = capture();
    const cause = new Error('E11000 dup key: { email: "ana@example.org" }');
    log.error({ err: new AppError('internal', { cause }) }, 'failed');
    log.error(new Error('plain ana@example.org'));
    expect(lines()[0]).toMatchObject({ err: { code: 'internal', cause: { type: 'Error' } } });
    expect(lines()[1]).toMatchObject({ err: { type: 'Error' } });
    expect(text()).not.toContain('ana@example.org');
  });

  it('names a command that Redis refused, and none of its arguments', () => {
    const { log, lines, text } = capture();
    const refusal = Object.assign(new Error('MISCONF no writes'), {
      command: { name: 'set', args: ['visit', '{"goal":"secret-of-a-link"}'] },
    });
    log.error({ err: new AppError('unavailable', { cause: refusal }) }, 'failed');
    expect(lines()[0]).toMatchObject({ err: { cause: { command: 'set' } } });
    expect(text()).not.toContain('secret-of-a-link');
  });
});
