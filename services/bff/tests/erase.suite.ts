import { buffer } from 'node:stream/consumers';
import { batchesApi, certificatesApi, studentsApi, verifyApi } from '@sello/contracts';
import { expect, it } from 'vitest';
import { filePartsOf } from '../src/verify/stored-files.ts';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** Runs in a file that has a stack, because each takes seconds to start. */
export function testErasing(context: () => { stack: TestStack; academy: Academy }): void {
  async function issue(...names: string[]) {
    const { academy } = context();
    const studentIds = await academy.addStudents(...names);
    return { studentIds, ...(await academy.issue(studentIds)) };
  }

  async function recordOf(certId: string) {
    const { stack, academy } = context();
    const record = (await stack.store.certificates.get(academy.tenant, certId))!;
    return { record, bytes: await buffer(academy.blobs.concat(filePartsOf(record))) };
  }

  async function fullCheck(bytes: Uint8Array) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'file.pdf');
    const url = `${context().stack.app}/api/verify?fn=file`;
    return verifyApi.calls.file.reply.parse(await (await fetch(url, { method: 'POST', body: form })).json());
  }

  it('erases a student: verify says so by number, link, hash and file, and nothing else answers the name', async () => {
    const { stack, academy } = context();
    const { ana, tenant } = academy;
    const { studentIds, certIds, batchId } = await issue('Ximena Borrada', 'Yolanda Vecina');
    const { record, bytes } = await recordOf(certIds[0]!);
    const revoke = { certId: certIds[0]!, reason: 'Ximena lo pidió' };
    await ana.call(certificatesApi, 'revoke', { tenant, body: revoke });
    const before = new Date();
    const body = { id: studentIds[0]!, reason: 'Pedido por carta de XIMENA (borrada)' };
    const answer = await ana.call(studentsApi, 'erase', { tenant, body });
    expect(answer).toEqual({ success: true, certificates: 1 });
    expect(await ana.call(studentsApi, 'erase', { tenant, body })).toEqual(answer);

    const expected = {
      ...{ certId: record._id, hash: record.hash, state: 'erased' },
      issuedAt: record.issuedAt.toISOString(),
      issuer: { name: 'Academia Ana' },
      verifyUrl: `${stack.app}/verify/${record._id}`,
    };
    for (const hash of [record._id, record.hash, expected.verifyUrl]) {
      const found = await ana.call(verifyApi, 'lookup', { query: { hash } });
      if (found === null || !('erased' in found)) throw new Error('verify does not say that it was erased');
      expect(found.erased).toMatchObject(expected);
      expect(new Date(found.erased.erasedAt).getTime()).toBeGreaterThanOrEqual(before.getTime());
      expect(found.erased.revokedAt).toBeDefined();
      expect(JSON.stringify(found)).not.toContain('Ximena');
    }
    const same = await fullCheck(bytes);
    expect(same).toMatchObject({ file: { bytes: 'issued' }, certificate: null, erased: expected });
    const changed = await fullCheck(Buffer.concat([bytes, Buffer.from('\n%')]));
    expect(changed).toMatchObject({ file: { bytes: 'changed' }, certificate: null, erased: expected });

    const file = await fetch(`${stack.app}/c/${record._id}`);
    expect([file.status, await file.json()]).toMatchObject([410, { code: 'student_erased' }]);
    const page = await fetch(`${stack.app}/c/${record._id}`, {
      ...{ redirect: 'manual', headers: { accept: 'text/html' } },
    });
    expect(page.headers.get('location')).toBe(new URL(expected.verifyUrl).pathname);
    expect((await fetch(`${stack.app}/c/${record._id}/${record.hash}.png`)).status).toBe(410);
    const found = await ana.call(studentsApi, 'list', { tenant, query: { search: 'ximena' } });
    expect(found.items).toEqual([]);
    const { items } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
    expect(items.map((item) => item.fullName)).toEqual(['', 'Yolanda Vecina']);
    const entries = (await stack.store.auditLog.list(tenant)).items;
    expect(entries.filter(({ action }) => action === 'students.erase')).toMatchObject([
      { target: body.id, details: { reason: 'Pedido por carta de … (…)' } },
      { target: body.id, details: { reason: 'Pedido por carta de … (…)' } },
    ]);
    const neighbour = await ana.call(verifyApi, 'lookup', { query: { hash: certIds[1]! } });
    expect(neighbour).toMatchObject({ certificate: { state: 'valid', holder: 'Yolanda Vecina' } });
  });

  it('erases what is left of a deleted student, and knows no other id', async () => {
    const { ana, tenant } = context().academy;
    const { studentIds, certIds } = await issue('Zoe Antigua');
    await ana.call(studentsApi, 'delete', { tenant, query: { id: studentIds[0]! } });
    const body = { id: studentIds[0]! };
    expect(await ana.call(studentsApi, 'erase', { tenant, body })).toMatchObject({ certificates: 1 });
    expect(await ana.call(verifyApi, 'lookup', { query: { hash: certIds[0]! } })).toHaveProperty('erased');
    for (const id of ['000000000000000000000000', { $ne: 1 }, ['x'], 'x'.repeat(1_000)]) {
      const refused = ana.call(studentsApi, 'erase', { tenant, body: { id: id as string } });
      await expect(refused).rejects.toMatchObject({ code: 'student_not_found' });
    }
    const reason = { $ne: 1 } as unknown as string;
    const refused = ana.call(studentsApi, 'erase', { tenant, body: { ...body, reason } });
    await expect(refused).rejects.toMatchObject({ status: 400 });
  });

  it('downloads, draws and checks only issued bytes while the packs of files are rewritten', async () => {
    const { stack, academy } = context();
    const { blobs, tenant } = academy;
    const { certIds } = await issue('Movida Uno', 'Movida Dos');
    const files = await Promise.all(certIds.map(recordOf));
    let isOver = false;
    let downloads = 0;
    const download = async (): Promise<void> => {
      while (!isOver) {
        for (const { record, bytes } of files) {
          const response = await fetch(`${stack.app}/c/${record._id}`);
          expect(response.status).toBe(200);
          expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
          downloads++;
        }
      }
    };
    const downloading = Promise.all([download(), download(), download()]);
    const moveAll = async (round: number): Promise<void> => {
      const now = await Promise.all(certIds.map(recordOf));
      const tails = now.map(({ record, bytes }) => bytes.subarray(record.prefix.size));
      const key = `packs/moved-${round}-${certIds[0]}`;
      await blobs.put(key, Buffer.concat(tails));
      let offset = 0;
      const moves = now.map(({ record }, place) => {
        const length = tails[place]!.length;
        offset += length;
        return { certId: record._id, from: record.pack, to: { key, offset: offset - length, length } };
      });
      expect(await stack.store.erasures.move(tenant, moves)).toBe(moves.length);
      for (const { record } of now) await blobs.delete(record.pack.key);
    };
    for (let round = 0; round < 25; round++) await moveAll(round);
    isOver = true;
    await downloading;
    expect(downloads).toBeGreaterThan(25);
    const checked = await academy.ana.call(verifyApi, 'lookup', { query: { hash: certIds[0]! } });
    expect(checked).toMatchObject({ file: { bytes: 'issued' } });
  });

  it('does not retry a row of an erased student', async () => {
    const { stack, academy } = context();
    const { ana, tenant } = academy;
    const { studentIds, certIds } = await issue('Wanda Fallida');
    const [certId, studentId] = [certIds[0]!, studentIds[0]!];
    const waiting = await stack.store.batches.create(tenant, {
      ...{ kind: 'email', title: '', createdBy: tenant, language: 'es' },
      items: [{ studentId, certId, fullName: 'Wanda Fallida', email: 'holder@example.org' }],
    });
    await stack.store.batches.nextChunks(tenant, waiting._id, 1);
    await ana.call(studentsApi, 'erase', { tenant, body: { id: studentId } });
    await stack.store.erasures.eraseTraces(tenant, studentId);
    await stack.store.batches.count(tenant, waiting._id);
    const { batch, items } = await ana.call(batchesApi, 'get', { tenant, query: { id: waiting._id } });
    expect(batch).toMatchObject({ state: 'done', failed: 1 });
    expect(items).toMatchObject([{ fullName: '', error: { code: 'student_erased' } }]);
    await expect(ana.call(batchesApi, 'retry', { tenant, body: { id: waiting._id } })).rejects.toMatchObject({
      code: 'batch_nothing_to_retry',
    });
  });
}
