import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewKeys, temporaryFolder } from '@sello/blobs';
import { freePort } from '@sello/dev-stack';
import type { CertificateRecord, Store } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Academy,
  createAcademy,
  type Install,
  openBlobsOf,
  openStoreOf,
  prepareMachine,
} from './operations/install.ts';
import { readCommands } from './operations/manual.ts';

// Runs the commands of docs/operations.md, from creating keys to a restore on a second machine, with the embedded stores.
// `docker` is tests/operations/docker.ts.
const hasCompose = spawnSync('docker-compose', ['--version']).status === 0;
const commands = readCommands();
const studentCount = 200;

async function follow(install: Install, lines: readonly string[]): Promise<void> {
  for (const line of lines) await install.run(line);
}

async function certificatesOf(store: Store, tenantId: string): Promise<Map<string, CertificateRecord>> {
  const found = new Map<string, CertificateRecord>();
  for await (const certificate of store.certificates.each(tenantId)) found.set(certificate._id, certificate);
  return found;
}

const ended = (store: Store, { tenantId }: Academy, batchId: string) =>
  vi.waitFor(
    async () => {
      const batch = await store.batches.get(tenantId, batchId);
      expect(batch?.state).toBe('done');
      return batch!;
    },
    { interval: 200 },
  );

describe.skipIf(!hasCompose)('docs/operations.md', () => {
  let first: Install;
  let second: Install;
  let store: Store;
  let academy: Academy;
  let batchId: string;
  let mailId: string;
  const installs: Install[] = [];
  const machine = async (): Promise<Install> => {
    const install = await prepareMachine(await freePort());
    installs.push(install);
    return install;
  };

  beforeAll(async () => {
    first = await machine();
  });
  afterAll(async () => {
    await store?.close();
    for (const install of installs) await install.close();
  });

  it('installs on a machine that has the image and nothing else', async () => {
    await follow(first, commands.get('Install')!);
    const settings = await first.settings();
    expect(settings.SIGNING_KEYS_PRIVATE).not.toBe('');
    expect(settings.PUBLIC_URL).toBe('https://certificates.example.org');
    expect((await fetch(`${first.app}/`, { method: 'HEAD' })).status).toBeLessThan(500);
  });

  it('backs up during a batch, and with an e-mail that no worker has taken yet', async () => {
    store = await openStoreOf(first);
    academy = await createAcademy(first, store, studentCount);
    batchId = await academy.generate();
    // The worker is stopped until the batches are copied, so that the backup contains a running batch. Then it continues,
    // and everything else is copied while it changes. It is stopped before each look, or it might end the batch meanwhile.
    await vi.waitFor(
      async () => {
        await first.signal('render-worker', 'SIGSTOP');
        const { items } = await store.batches.items(academy.tenantId, batchId, { state: 'done' });
        if (items.length === 0) await first.signal('render-worker', 'SIGCONT');
        expect(items.length).toBeGreaterThan(0);
      },
      { interval: 20 },
    );
    expect((await store.batches.get(academy.tenantId, batchId))?.state).toBe('running');
    const [some] = (await certificatesOf(store, academy.tenantId)).values();
    const { _id: certId, studentId } = some!;
    mailId = await academy.email([{ certId, studentId, email: 'maria.0@example.org' }]);
    const objects = openBlobsOf(first);
    await objects.put(previewKeys(academy.tenantId, studentId).pdf, Buffer.from('of a student'));
    await objects.close();
    const [backup] = commands.get('Back up')!;
    const running = first.run(backup!);
    const batches = join(first.folder, 'backups/2026-01-31/database/batchItems.bson.gz');
    await vi.waitFor(() => access(batches), { interval: 2 });
    await first.signal('render-worker', 'SIGCONT');
    await running;
  });

  it('exports the certificates as complete files', async () => {
    const before = await ended(store, academy, batchId);
    expect(before).toMatchObject({ done: studentCount, failed: 0 });
    const [, exporting] = commands.get('Back up')!;
    expect(await first.run(exporting!)).toContain(`${studentCount} written`);
  });

  it('refuses a damaged backup before it writes anything, and stores that are not empty', async () => {
    const [, restore] = commands.get('Restore')!;
    expect(await first.run(restore!, 2)).toMatch(/Nothing was restored: the database .* is not empty/);

    second = await machine();
    await cp(join(first.folder, 'backups'), join(second.folder, 'backups'), { recursive: true });
    await cp(join(first.folder, '.env'), join(second.folder, '.env'));
    const [build] = commands.get('Restore')!;
    await second.run(build!);
    for (const name of ['database/certificates.bson.gz', 'objects.jsonl', 'manifest.json']) {
      const file = join(second.folder, 'backups/2026-01-31', name);
      const bytes = await readFile(file);
      const flipped = Buffer.from(bytes);
      flipped[flipped.length >> 1]! ^= 1;
      await writeFile(file, flipped);
      expect(await second.run(restore!, 2)).toContain(`The backup is damaged: ${name}`);
      await writeFile(file, bytes);
    }
    const target = await openStoreOf(second);
    expect(await target.tenants.listAll()).toEqual([]);
    await target.close();
  });

  it('restores on a wiped machine, where the batch ends with one certificate for each student', async () => {
    const original = await certificatesOf(store, academy.tenantId);
    await first.run('docker compose down');
    const [, restore, ...others] = commands.get('Restore')!;
    expect(await second.run(restore!)).toContain('documents');
    const restored = await openStoreOf(second);
    try {
      const saved = await restored.batches.get(academy.tenantId, batchId);
      expect(saved?.state, 'the backup was made in the middle of the batch').toBe('running');
      await follow(second, others);
      const batch = await ended(restored, academy, batchId);
      expect(batch).toMatchObject({ total: studentCount, done: studentCount, failed: 0, cancelled: 0 });
      const certificates = await certificatesOf(restored, academy.tenantId);
      expect(new Set(certificates.keys())).toEqual(new Set(original.keys()));
      const students = await restored.students.getMany(
        academy.tenantId,
        academy.students.map(({ _id }) => _id),
      );
      expect(students.map((student) => certificates.get(student.certId ?? '')?.state)).toEqual(
        students.map(() => 'valid'),
      );
      const blobs = openBlobsOf(second);
      for (const { prefix, pack, hash } of certificates.values()) {
        const sum = createHash('sha256');
        const parts = [{ key: prefix.key, offset: 0, length: prefix.size }, pack];
        for await (const chunk of blobs.concat(parts)) sum.update(chunk as Buffer);
        expect(sum.digest('hex')).toBe(hash);
      }
      // What a call and a job share for minutes is not kept.
      for await (const { key } of blobs.list(temporaryFolder)) expect(key).toBeUndefined();
      await blobs.close();
      const { PUBLIC_URL } = await second.settings();
      // Asked for as the edge asks.
      const asked = { headers: { 'x-forwarded-host': new URL(PUBLIC_URL!).host } };
      const shown = await fetch(`${second.app}/c/${[...certificates.keys()][0]}`, asked);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-type')).toBe('application/pdf');
    } finally {
      await restored.close();
    }
  });

  it('sends no e-mail that may have been sent since the backup', async () => {
    const restored = await openStoreOf(second);
    try {
      expect(await ended(restored, academy, mailId)).toMatchObject({ total: 1, failed: 1 });
      const { items } = await restored.batches.items(academy.tenantId, mailId);
      expect(items).toMatchObject([{ delivery: 'unknown', error: { code: 'email_unknown' } }]);
    } finally {
      await restored.close();
    }
  });
});
