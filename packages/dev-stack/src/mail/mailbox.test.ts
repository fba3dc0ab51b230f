import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Mailbox } from './mailbox.ts';
import { withBlankTargets } from './pages.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

const raw = (subject: string): Buffer =>
  Buffer.from(`From: a@sello.example\r\nTo: b@school.example\r\nSubject: ${subject}\r\n\r\nHello\r\n`);

describe('the mailbox', () => {
  it('lists newest first, by receiver and after a mail, also after a restart', async () => {
    const box = await Mailbox.open(folder);
    await box.add(raw('one'), 'a@sello.example', ['B@School.example']);
    const second = await box.add(raw('two'), 'a@sello.example', ['c@school.example']);
    await box.add(raw('three'), 'a@sello.example', ['b@school.example', 'c@school.example']);

    const again = await Mailbox.open(folder);
    const subjects = async (filter: Parameters<Mailbox['list']>[0]): Promise<string[]> =>
      (await again.list(filter)).map((mail) => mail.subject);
    expect(await subjects({})).toEqual(['three', 'two', 'one']);
    expect(await subjects({ to: 'b@school.example' })).toEqual(['three', 'one']);
    expect(await subjects({ after: second })).toEqual(['three']);
    expect(await subjects({ limit: 1 })).toEqual(['three']);
  });

  it('waits for a future mail, and times out', async () => {
    const box = await Mailbox.open(folder);
    await box.add(raw('one'), 'a@sello.example', ['b@school.example']);
    const waiting = box.waitFor((mail) => mail.subject === 'two');
    await box.add(raw('two'), 'a@sello.example', ['b@school.example']);
    expect((await waiting).subject).toBe('two');
    await expect(box.waitFor((mail) => mail.subject === 'three', 50)).rejects.toThrow('no such mail');
  });

  it('leaves no file behind when it is emptied', async () => {
    const box = await Mailbox.open(folder);
    await box.add(raw('one'), 'a@sello.example', ['b@school.example']);
    await box.clear();
    expect(await readdir(folder)).toEqual([]);
    expect(box.total).toBe(0);
  });
});

it('links of a mail open outside its frame', () => {
  expect(withBlankTargets('<html><head lang=en><title>x')).toBe(
    '<html><head lang=en><base target="_blank"><title>x',
  );
  expect(withBlankTargets('<p>x')).toBe('<base target="_blank"><p>x');
});
