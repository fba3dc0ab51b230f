import { createHash } from 'node:crypto';
import { mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineDesign, plainText } from '@sello/design';
import { readConfig, type Service } from '@sello/kit';
import { verifyPdf } from '@sello/proof';
import { newId } from '@sello/store';
import { Queue as BullQueue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testAuthority } from '../../../packages/proof/tests/support/test-authority.ts';
import { serve } from '../../../packages/proof/tests/support/timestamp-authority.ts';
import { isInstalled, textOf } from '../../../packages/render/tests/outside-tools.ts';
import { variables } from '../src/index.ts';
import { testAfterwards } from './afterwards.suite.ts';
import { testBatchValues } from './batch-values.suite.ts';
import {
  addSigningCertificate,
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
  openFixture,
  renderBudgetMs,
  startWorker,
} from './fixture.ts';
import { testFonts } from './fonts.suite.ts';
import { testIssueDay } from './issue-day.suite.ts';
import { testLogos } from './logos.suite.ts';
import { testPdfImports } from './pdf-imports.suite.ts';
import { testPictures } from './pictures.suite.ts';
import { testPreflights } from './preflights.suite.ts';
import { testPreviews } from './previews.suite.ts';
import { testStoredDesigns } from './stored-designs.suite.ts';

let fixture: Fixture;
let worker: Service;
let signing: string;
let packs: string;
beforeAll(async () => {
  packs = await mkdtemp(join(tmpdir(), 'sello-packs-'));
  fixture = await openFixture({ isComplex: true });
  signing = await addSigningCertificate(fixture);
  worker = await startWorker({ config: { ...fixture.config, FONT_PACKS: packs } });
});
afterAll(async () => {
  await worker?.close();
  await fixture?.close();
  await rm(packs, { recursive: true, force: true });
});

const students = (count: number, label: string) =>
  Array.from({ length: count }, (_, index) => buildStudent(index, { idNumber: `${label}-${index}` }));

async function fileOf(certId: string, tenantId = fixture.tenantId): Promise<Buffer> {
  const certificate = await fixture.store.certificates.get(tenantId, certId);
  if (certificate === null) throw new Error('no such certificate');
  const { prefix, pack } = certificate;
  const chunks: Buffer[] = [];
  const parts = [{ key: prefix.key, offset: 0, length: prefix.size }, pack];
  for await (const chunk of fixture.blobs.concat(parts)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('a batch', () => {
  it('issues one signed certificate for each student, and publishes progress', async () => {
    const items = await addStudents(fixture, students(260, 'signed'));
    const { batch, events } = await followBatch(fixture, () =>
      createBatch(fixture, 'generate', items, signing),
    );
    expect(batch).toMatchObject({ state: 'done', total: 260, done: 260, failed: 0 });
    expect(events.some((event) => event.state === 'running' && event.done < 260)).toBe(true);
    expect(events.map((event) => event.rev)).toEqual(events.map((event) => event.rev).sort((a, b) => a - b));

    const valid = await fixture.store.certificates.validOf(
      fixture.tenantId,
      items.map((item) => item.studentId!),
    );
    expect(valid.size).toBe(260);
    const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
    for (const row of rows) {
      const certificate = valid.get(row.studentId!)!;
      expect(certificate).toMatchObject({
        _id: row.certId,
        issuedAt: row.issuedAt,
        signingCertificateId: signing,
      });
    }
    for (const row of [rows[0]!, rows[137]!, rows[259]!]) {
      const bytes = await fileOf(row.certId!);
      const certificate = valid.get(row.studentId!)!;
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(certificate.hash);
      expect(bytes.byteLength).toBe(certificate.size);
      const verdict = await verifyPdf(bytes);
      expect(verdict).toMatchObject({
        outcome: 'intact',
        signature: { coversWholeFile: true, ownForm: true, padesBaselineB: true },
      });
    }
  });

  it('issues unsigned certificates, and a second one replaces the first', async () => {
    const items = await addStudents(fixture, students(3, 'twice'));
    const before = await followBatch(fixture, () => createBatch(fixture, 'generate', items));
    expect(before.changed).toEqual([]);
    const studentId = items[0]!.studentId!;
    const first = await fixture.store.certificates.validOf(fixture.tenantId, [studentId]);
    const { changed } = await followBatch(fixture, () => createBatch(fixture, 'generate', items));
    const history = await fixture.store.certificates.history(fixture.tenantId, studentId);
    expect(history.map((certificate) => certificate.state)).toEqual(['valid', 'replaced']);
    expect(history[1]).toMatchObject({ _id: first.get(studentId)!._id, replacedBy: history[0]!._id });
    const ids = changed.flatMap(({ certificates }) => certificates);
    for (const { _id: certId } of history) expect(ids).toContainEqual({ certId, studentId });
  });

  it('records with each certificate the organization’s identity at the time of issue', async () => {
    const { store, tenantId } = fixture;
    const items = await addStudents(fixture, students(1, 'identity'));
    const identityAtIssue = async () => {
      await followBatch(fixture, () => createBatch(fixture, 'generate', items));
      const studentId = items[0]!.studentId!;
      return (await store.certificates.validOf(tenantId, [studentId])).get(studentId)!.identity;
    };
    expect(await identityAtIssue()).toEqual({ kind: 'unproven' });
    await store.tenants.confirm(tenantId, { by: newId(), at: new Date(), how: 'seen' });
    expect(await identityAtIssue()).toEqual({ kind: 'operator' });
    const domain = 'certs.academia.example';
    const { _id } = await store.domains.add(tenantId, { domain, token: 'x'.repeat(32), dnsRecords: [] });
    const proved = { dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() };
    await store.domains.recordCheck(tenantId, _id, { ...proved, status: 'verified' });
    expect(await identityAtIssue()).toEqual({ kind: 'domain', domain });
    await store.domains.remove(tenantId);
  });

  it('stores a row’s error with its student and issues the others', async () => {
    const rows = students(4, 'errors');
    rows[1] = { ...rows[1]!, fullName: 'Ana \u13a0' };
    const items = await addStudents(fixture, rows);
    const unknown = await addTemplate(
      fixture.store,
      fixture.tenantId,
      'Asks too much',
      defineDesign({
        version: 2,
        pages: [
          {
            id: 'p1',
            width: 842,
            height: 595,
            elements: [
              {
                id: 't1',
                type: 'text',
                paragraphs: plainText('{{custom.hours}}'),
                x: 50,
                y: 50,
                width: 400,
                height: 40,
                fontFamily: 'Newsreader',
                fontSize: 20,
              },
            ],
          },
        ],
      }),
    );
    const withOther = items.map((item) =>
      item.fullName === 'María Ñáñez 2' ? { ...item, ...unknown } : item,
    );
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', withOther, signing));
    expect(batch).toMatchObject({ state: 'done', done: 2, failed: 2 });
    const { items: ended } = await fixture.store.batches.items(fixture.tenantId, batch._id, {
      state: 'failed',
    });
    expect(new Map(ended.map((row) => [row.fullName, row.error]))).toEqual(
      new Map([
        ['Ana \u13a0', expect.objectContaining({ code: 'glyph_missing' })],
        [
          'María Ñáñez 2',
          expect.objectContaining({
            code: 'variable_unknown',
            details: expect.objectContaining({ variable: 'custom.hours', elementId: 't1' }),
          }),
        ],
      ]),
    );
  });

  it.skipIf(!isInstalled('pdftotext'))('prints the values that were given for the batch', async () => {
    const design = buildDesign(
      [
        buildText('hours', '{{batch.hours}} hours at {{batch.place}}'),
        buildText('since', 'since {{batch.since}}', 80),
        { ...buildText('room', 'room {{batch.room}}', 140), hideWhenEmpty: true },
      ],
      {
        variables: [
          { name: 'batch.since', scope: 'batch', kind: 'date' },
          { name: 'batch.room', scope: 'batch', optional: true },
        ],
      },
    );
    const template = await addTemplate(fixture.store, fixture.tenantId, 'Values', design);
    const items = await addStudents({ ...fixture, ...template }, students(2, 'values'));
    const values = { hours: '40', place: 'Aula Magna', since: '2026-03-01' };
    const { batch } = await followBatch(fixture, () =>
      createBatch(fixture, 'generate', items, signing, values),
    );
    expect(batch).toMatchObject({ done: 2, failed: 0, values });
    const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
    for (const { certId } of rows) {
      expect(textOf(await fileOf(certId!))).toEqual(['40 hours at Aula Magna', 'since March 1, 2026']);
    }
    const { batch: without } = await followBatch(fixture, () => createBatch(fixture, 'generate', items));
    expect(without).toMatchObject({ done: 0, failed: 2 });
  });

  it('issues heavy certificates in time slices, and fails those beyond the budget', async () => {
    const rows = students(12, 'heavy');
    rows[5] = { ...rows[5]!, fullName: 'Ana '.repeat(300).trim() };
    const items = await addStudents(fixture, rows);
    const text = (id: string, content: string) => ({
      ...{ type: 'text' as const, id, paragraphs: plainText(content), fontFamily: 'Newsreader' },
      ...{ x: 0, y: 0, width: 800, height: 500 },
      ...{ fontSize: 12, minFontSize: 1, fit: 'shrink' as const },
    });
    const design = (count: number, letters: number) =>
      defineDesign({
        version: 2,
        pages: [
          {
            ...{ id: 'p1', width: 842, height: 595 },
            elements: Array.from({ length: count }, (_, index) =>
              text(`t${index}`, `{{fullName}} ${`x${index} `.repeat(letters / 5)}`),
            ),
          },
        ],
      });
    const add = (name: string, count: number, letters: number) =>
      addTemplate(fixture.store, fixture.tenantId, name, design(count, letters));
    const [heavy, light, endless] = [
      await add('Heavy', 2, 3_000),
      // A design with the name four times is light, except for the name of 1,200 letters.
      await add('Light', 4, 100),
      await add('Endless', 180, 19_000),
    ];
    const signed = [...items.map((item) => ({ ...item, ...heavy }))];
    const first = await followBatch(fixture, () => createBatch(fixture, 'generate', signed, signing));
    expect(first.batch).toMatchObject({ state: 'done', done: 12, failed: 0 });
    const mixed = items.map((item, index) => ({ ...item, ...(index === 3 ? endless : light) }));
    const second = await followBatch(fixture, () => createBatch(fixture, 'generate', mixed, signing));
    expect(second.batch).toMatchObject({ state: 'done', done: 11, failed: 1 });
    const { items: outcomes } = await fixture.store.batches.items(fixture.tenantId, second.batch._id);
    expect(outcomes[3]!.error).toMatchObject({
      code: 'template_too_heavy',
      details: { budgetMs: renderBudgetMs },
    });
    for (const { certId, state } of outcomes.slice(4, 7)) {
      expect(state).toBe('done');
      expect((await verifyPdf(await fileOf(certId!))).outcome).toBe('intact');
    }
  });

  it('issues nothing for a student of another organization or a deleted one', async () => {
    const { store, tenantId } = fixture;
    const owner = { userId: newId(), email: 'other@example.org', name: 'Otto' };
    const other = await store.tenants.create({ name: 'Other', publicName: 'Other', owner });
    const theirs = await addStudents({ ...fixture, tenantId: other._id }, students(1, 'theirs'));
    const ours = await addStudents(fixture, students(1, 'ours'));
    const items = [...ours, ...theirs, { ...ours[0]!, studentId: newId() }];
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
    expect(batch).toMatchObject({ state: 'done', done: 1, failed: 2 });
    const { items: rows } = await store.batches.items(tenantId, batch._id, { state: 'failed' });
    expect(rows.map((row) => row.error?.code)).toEqual(['student_not_found', 'student_not_found']);
    const theirIds = theirs.map((item) => item.studentId!);
    expect((await store.certificates.validOf(other._id, theirIds)).size).toBe(0);
    expect((await store.certificates.validOf(tenantId, theirIds)).size).toBe(0);
  });

  it('signs nothing with a revoked certificate', async () => {
    const revoked = await addSigningCertificate(fixture);
    await fixture.store.signingCertificates.revoke(fixture.tenantId, revoked);
    const items = await addStudents(fixture, students(2, 'revoked'));
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, revoked));
    expect(batch).toMatchObject({ done: 0, failed: 2 });
    const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
    expect(rows.map((row) => row.error?.code)).toEqual(['certificate_inactive', 'certificate_inactive']);
  });

  it('retries while the object store is unavailable, and fails no row for it', async () => {
    const items = await addStudents(fixture, students(60, 'away'));
    const folder = join(fixture.config.BLOBS, 'certificates');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'in the way');
    const { batch } = await followBatch(fixture, async () => {
      const ordered = await createBatch(fixture, 'generate', items, signing);
      await vi.waitFor(async () => expect((await fixture.queue.counts()).generate.delayed).toBe(2));
      await unlink(folder);
      await rename(`${folder}-away`, folder);
      return ordered;
    });
    expect(batch).toMatchObject({ done: 60, failed: 0 });
  });

  it('stops when it is cancelled and keeps the certificates issued until then', async () => {
    const items = await addStudents(fixture, students(1_000, 'cancelled'));
    const { batch, events } = await followBatch(fixture, async () => {
      const ordered = await createBatch(fixture, 'generate', items);
      await vi.waitFor(
        async () => {
          const { items: done } = await fixture.store.batches.items(fixture.tenantId, ordered._id, {
            state: 'done',
            limit: 1,
          });
          expect(done).toHaveLength(1);
        },
        { interval: 2 },
      );
      const count = await fixture.store.batches.cancel(fixture.tenantId, ordered._id);
      await fixture.queue.publish('batch', count.event);
      return ordered;
    });
    expect(batch.state).toBe('cancelled');
    expect(batch.done + batch.cancelled).toBe(1_000);
    expect(batch.cancelled).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ done: batch.done, cancelled: batch.cancelled });
    const valid = await fixture.store.certificates.validOf(
      fixture.tenantId,
      items.map((item) => item.studentId!),
    );
    expect(valid.size).toBe(batch.done);
  });
});

testAfterwards(() => ({ fixture }));
testBatchValues(() => ({ fixture, fileOf }));
testIssueDay(() => ({ fixture, fileOf }));

// Before the tests below, which leave a worker without a timestamp authority.
testFonts(() => ({ fixture, signing, packs, fileOf }));
testStoredDesigns(() => ({ fixture, signing, fileOf }));
testPdfImports(() => ({ fixture, signing, fileOf }));

it('pins the first timestamp authority, and does not trust a different one', async () => {
  const authorities = [1, 2].map(() => testAuthority());
  let answering = 0;
  const server = await serve((request, response) => authorities[answering]!.listener()(request, response));
  await worker.close();
  worker = await startWorker({ config: readConfig(variables, { ...fixture.env, TSA_URL: server.url }) });
  try {
    for (answering of [0, 1]) {
      const items = await addStudents(fixture, students(1, `pin-${answering}`));
      const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
      expect(batch).toMatchObject({ done: 1, failed: 0 });
    }
    const pinned = await fixture.store.timestampAuthorities.list();
    expect(pinned.map(({ pem }) => pem.trim())).toEqual([authorities[0]!.certificate.pem.trim()]);
  } finally {
    await server.close();
  }
});

it('retries rows without a timestamp, and finally fails them instead of signing without one', async () => {
  const items = await addStudents(fixture, students(2, 'timestamp'));
  await worker.close();
  // Nothing listens at the discard port, so the authority is unreachable.
  worker = await startWorker({
    config: readConfig(variables, { ...fixture.env, TSA_URL: 'http://127.0.0.1:9/' }),
  });
  const redis = new Redis(fixture.config.REDIS_URL, { maxRetriesPerRequest: null });
  const queue = new BullQueue('generate', { connection: redis, prefix: 'sello' });
  const hurry = setInterval(() => void queue.promoteJobs(), 50);
  try {
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', items, signing));
    expect(batch).toMatchObject({ state: 'done', done: 0, failed: 2 });
    const { items: rows } = await fixture.store.batches.items(fixture.tenantId, batch._id);
    expect(rows.map((row) => [row.error?.code, row.attempts])).toEqual([
      ['timestamp_failed', 5],
      ['timestamp_failed', 5],
    ]);
    const studentIds = items.map((item) => item.studentId!);
    expect((await fixture.store.certificates.validOf(fixture.tenantId, studentIds)).size).toBe(0);
  } finally {
    clearInterval(hurry);
    await queue.close();
    redis.disconnect();
  }
});

testLogos(() => fixture);
testPictures(() => ({ fixture, fileOf }));
testPreflights(() => ({ fixture }));
testPreviews(() => ({ fixture, signing, fileOf }));
