import { openBlobs } from '@sello/blobs';
import {
  apis,
  type CsvEncoding,
  type ImportSummary,
  type JobData,
  limits,
  studentImportsApi,
  studentsApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { createLock, openQueue } from '@sello/queue';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importJob, readStudentsJob } from '../../render-worker/src/jobs/import.ts';
import type { TestStack } from './stack.ts';

const log = createLogger({ service: 'test', level: 'silent' });

interface Sent {
  importId: string;
  fileName: string;
  stopped?: { batchId: string; done: number; total: number };
  other?: { fileName: string };
  code: string;
}

/** The import of a CSV as a batch, with the jobs of a render-worker. */
export function describeStudentImports(context: () => { stack: TestStack; ana: ApiClient }): void {
  describe('a file of students', () => {
    let tenant: string;
    let close: () => Promise<void>;
    /** Called before rows are written. */
    let beforeWriting: () => Promise<void> = async () => {};
    /** Called when a file has been compared, before who asked hears of it. */
    let afterReading: (
      compared: JobData<'read-students'>,
      read: (other: JobData<'read-students'>) => Promise<unknown>,
    ) => Promise<void> = async () => {};

    beforeAll(async () => {
      const { stack, ana } = context();
      tenant = (await ana.call(apis.tenants, 'create', { body: { name: 'Instituto Importador' } }))._id;
      const blobs = openBlobs({ url: stack.backings.env.BLOBS! });
      const queue = openQueue({ redisUrl: stack.backings.env.REDIS_URL!, service: 'render-worker', log });
      const { store } = stack;
      const progress = queue.progress(store.batches.count);
      const idle = { run: async () => undefined, giveUp: async () => undefined };
      const lock = createLock(store.locks, log);
      const batches = {
        ...store.batches,
        claim: async (...given: Parameters<typeof store.batches.claim>) => {
          const claim = await store.batches.claim(...given);
          await beforeWriting();
          return claim;
        },
      };
      const reading = readStudentsJob({ store, blobs });
      const writing = importJob({ ...{ store, blobs, queue, progress, lock, batches }, owner: 'test' });
      const serving = queue.serve(
        {
          ...{ generate: idle, zip: idle, export: idle, upkeep: idle },
          preview: { ...idle, run: async () => ({ size: 0, pages: 0 }) },
          'import-pdf': { ...idle, run: async () => ({ pages: [], notes: [], pageCount: 0 }) },
          import: writing,
          preflight: idle,
          'read-students': {
            ...reading,
            run: async (data, ...rest) => {
              const summary = await reading.run(data, ...rest);
              await afterReading(data, (other) => reading.run(other, ...rest));
              return summary;
            },
          },
        },
        { concurrency: { generate: 1, zip: 1, upkeep: 1, preview: 1, import: 1 } },
      );
      close = async () => {
        await serving.close();
        await progress.close();
        await queue.close();
        await blobs.close();
      };
    });
    afterAll(() => close?.());

    async function send(text: string | Uint8Array, fileName = 'promocion.csv') {
      const { stack, ana } = context();
      const form = new FormData();
      form.set('csv', new Blob([typeof text === 'string' ? text : Buffer.from(text)]), fileName);
      const response = await fetch(`${stack.app}/api/students?fn=import-file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await ana.token()}`, 'x-tenant-id': tenant },
        body: form,
      });
      return (await response.json()) as Sent;
    }
    type Options = { existing?: 'update' | 'skip' | 'add'; dayFirst?: boolean; encoding?: CsvEncoding };
    const read = (importId: string, options: Options = {}): Promise<ImportSummary> =>
      context().ana.call(studentImportsApi, 'import-read', { tenant, body: { importId, ...options } });
    const preview = (importId: string, show: 'all' | 'added' | 'changed' | 'failed' = 'all', cursor = 0) =>
      context().ana.call(studentImportsApi, 'import-preview', { tenant, query: { importId, show, cursor } });
    const start = async (importId: string, options: Options = {}): Promise<string> => {
      const body = { importId, ...options };
      const answer = await context().ana.call(studentImportsApi, 'import-start', {
        ...{ tenant, body, isAsync: true },
      });
      return (answer as { batchId: string }).batchId;
    };
    const ended = async (batchId: string) => {
      const { store } = context().stack;
      await vi.waitFor(
        async () => expect((await store.batches.get(tenant, batchId))?.endedAt).toBeInstanceOf(Date),
        { interval: 20 },
      );
      return (await store.batches.get(tenant, batchId))!;
    };
    const result = (batchId: string) =>
      context().ana.call(studentImportsApi, 'import-result', { tenant, query: { batchId } });
    const students = async (search: string) =>
      (await context().ana.call(studentsApi, 'list', { tenant, query: { search, limit: 1000 } })).items;

    const first = [
      'fullName;idNumber;email;startDate;scoreNumeric;ward',
      'Lucía Quispe;IMP-1;;30/10/2026;9,1;Surgery',
      '"Ñahui, María";IMP-2;;03/04/2026;8,4;',
      'Íñigo Zubizarreta;IMP-3;;30/02/2026;7;',
      '\u200b;IMP-4;;;;',
      'Luis Paz;IMP-1;;;;',
      'Rosa Sin Número;;;;;',
      '',
    ].join('\r\n');

    it('is read and compared, asks about its dates, is written as a batch and leaves its failed rows out', async () => {
      const { importId } = await send(first);
      const asked = await read(importId);
      expect(asked).toMatchObject({ rows: 6, delimiter: ';', added: 3, failed: 3, changed: 0, known: 0 });
      expect(asked.dates).toMatchObject({
        both: { count: 1, example: { row: 3, text: '03/04/2026', day: '2026-04-03', month: '2026-03-04' } },
        dayFirst: { count: 1 },
        monthFirst: { count: 0 },
      });
      expect((await preview(importId)).items[1]).toMatchObject({ row: 3, openDates: ['03/04/2026'] });
      await expect(start(importId)).rejects.toMatchObject({ code: 'import_dates_open' });
      expect(await students('IMP-')).toEqual([]);

      const failed = (await preview(importId, 'failed')).items;
      expect(failed.map(({ row, error }) => [row, error?.code])).toEqual([
        [4, 'date_impossible'],
        [5, 'text_unreadable'],
        [6, 'id_number_repeated'],
      ]);
      const batch = await ended(await start(importId, { dayFirst: true }));
      expect(batch).toMatchObject({ kind: 'import', title: 'promocion.csv', done: 3, failed: 3, total: 6 });
      expect(await result(batch._id)).toMatchObject({ added: 3, changed: 0, failed: 3, failedEarly: 3 });
      expect(await students('IMP-2')).toMatchObject([
        { fullName: 'Ñahui, María', startDate: '2026-04-03', scoreNumeric: 8.4, country: 'Other' },
      ]);
      const left = await context().ana.call(studentImportsApi, 'import-failed', {
        ...{ tenant, query: { batchId: batch._id } },
      });
      expect(left.columns).toEqual(['fullName', 'idNumber', 'email', 'startDate', 'scoreNumeric', 'ward']);
      expect(left.items[0]).toMatchObject({ row: 4, cells: { fullName: 'Íñigo Zubizarreta' } });
    });

    it('shows field by field what it changes, and does with known students as it is told', async () => {
      const text = 'fullName,idNumber,ward\nLucía Quispe,IMP-1,Emergency\n"Ñahui, María",imp-2,\n';
      const { importId } = await send(text, 'second.csv');
      expect(await read(importId, { existing: 'add' })).toMatchObject({ added: 2, known: 0 });
      expect(await read(importId, { existing: 'skip' })).toMatchObject({ skipped: 2, same: 0, added: 0 });
      expect(await read(importId)).toMatchObject({ changed: 2, same: 0, known: 2 });
      const { items } = await preview(importId, 'changed');
      expect(items[0]!.changes).toEqual([{ field: 'custom.ward', from: 'Surgery', to: 'Emergency' }]);
      expect(items[1]!.changes).toEqual([{ field: 'idNumber', from: 'IMP-2', to: 'imp-2' }]);
      const batch = await ended(await start(importId));
      expect(await result(batch._id)).toMatchObject({ added: 0, changed: 2 });
      expect(await students('IMP-1')).toMatchObject([{ custom: { ward: 'Emergency' }, scoreNumeric: 9.1 }]);
      const again = await send(text, 'second.csv');
      expect(await read(again.importId)).toMatchObject({ changed: 0, same: 2 });
    });

    it('is started as it was decided, whoever reads it with other decisions at that moment', async () => {
      const earlier = await send('fullName,idNumber\nIgnacio Dos Veces,IMP-7\n', 'third.csv');
      await ended(await start(earlier.importId));
      const { importId } = await send('fullName,idNumber\nIgnacio Otra Vez,IMP-7\n', 'fourth.csv');
      let isOther = false;
      afterReading = async (compared, readAgain) => {
        isOther = true;
        await readAgain({ ...compared, existing: 'update' });
      };
      const batch = await ended(await start(importId, { existing: 'add' }));
      afterReading = async () => {};
      expect([isOther, await result(batch._id)]).toMatchObject([true, { added: 1, changed: 0, failed: 0 }]);
      expect(await students('IMP-7')).toHaveLength(2);
    });

    it('that is stopped keeps what is written, and the same file goes on without adding anybody twice', async () => {
      const { ana, stack } = context();
      const rows = Array.from({ length: 2 * limits.importChunk + 200 }, (_, at) => `Zoe Número ${at}`);
      const text = `fullName\n${rows.join('\n')}\n`;
      const { importId } = await send(text, 'many.csv');
      await read(importId);
      let written = 0;
      let batchId = '';
      beforeWriting = async () => {
        if (++written === 2) await ana.call(apis.batches, 'cancel', { tenant, body: { id: batchId } });
      };
      // The first chunk waits until the id is known.
      const holding = Promise.withResolvers<void>();
      const count = beforeWriting;
      beforeWriting = () => holding.promise.then(count);
      batchId = await start(importId);
      holding.resolve();
      const stopped = await ended(batchId);
      beforeWriting = async () => {};
      expect(stopped.state).toBe('cancelled');
      expect(stopped.done).toBe(2 * limits.importChunk);
      expect((await send(`${text}One More\n`, 'many (1).csv')).other).toEqual({ fileName: 'many.csv' });

      const same = await send(text, 'renamed.csv');
      expect(same.stopped).toEqual({ batchId, done: stopped.done, total: stopped.total });
      expect(await read(same.importId)).toMatchObject({ already: 2_000, same: 2_000, added: 200 });
      const rest = await ended(await start(same.importId));
      expect(rest).toMatchObject({ state: 'done', total: 200, done: 200 });
      const { total } = await ana.call(studentsApi, 'list', { tenant, query: { search: 'Zoe', limit: 1 } });
      expect(total).toBe(rows.length);
      expect((await stack.store.batches.outcomes(tenant, rest._id)).added).toBe(200);
    });

    it('whose worker dies after writing is written again without adding anybody twice', async () => {
      const { stack } = context();
      const { importId } = await send('fullName\nUrsula Once\nUlises Once\n', 'once.csv');
      await read(importId);
      // The run that writes loses its rows to another claim before it says so, as one that was killed does.
      let runs = 0;
      beforeWriting = async () => {
        runs++;
      };
      const save = stack.store.students.saveMany;
      const died = vi.spyOn(stack.store.students, 'saveMany').mockImplementationOnce(async (...given) => {
        await save(...given);
        throw new Error('killed');
      });
      const batch = await ended(await start(importId));
      died.mockRestore();
      beforeWriting = async () => {};
      expect(runs).toBeGreaterThan(1);
      expect(batch).toMatchObject({ done: 2, failed: 0 });
      expect(await students('Once')).toHaveLength(2);
    });

    it('that does not say its encoding is asked about, and read as it is answered', async () => {
      const bytes = Buffer.concat([
        Buffer.from('fullName;idNumber\n'),
        // Анна Соколова, Игорь Петров in windows-1251.
        Buffer.from('c0edede020d1eeeaeeebeee2e0', 'hex'),
        Buffer.from(';CYR-1\n'),
        Buffer.from('c8e3eef0fc20cfe5f2f0eee2', 'hex'),
        Buffer.from(';CYR-2\n'),
      ]);
      const { importId } = await send(bytes, 'spisok.csv');
      const asked = await read(importId);
      expect(asked).toMatchObject({ rows: 0, added: 0, encoding: 'windows-1251' });
      expect(asked.encodings?.[0]).toEqual({
        ...{ encoding: 'windows-1251', samples: ['Анна Соколова', 'Игорь Петров'] },
      });
      expect(asked.encodings).toContainEqual({
        ...{ encoding: 'windows-1252', samples: ['Àííà Ñîêîëîâà', 'Èãîðü Ïåòðîâ'] },
      });
      await expect(start(importId)).rejects.toMatchObject({
        ...{ code: 'csv_encoding_unclear', details: { encodings: expect.arrayContaining(['windows-1251']) } },
      });
      const unknown = 'windows-9999' as CsvEncoding;
      await expect(read(importId, { encoding: unknown })).rejects.toMatchObject({
        code: 'csv_encoding_unknown',
      });
      expect(await students('CYR-')).toEqual([]);

      // Another label of the same encoding.
      const label = 'CP1251' as CsvEncoding;
      expect(await read(importId, { encoding: label })).toMatchObject({ added: 2, encoding: 'windows-1251' });
      await expect(start(importId)).rejects.toMatchObject({ code: 'csv_encoding_unclear' });
      const batchId = await start(importId, { encoding: 'windows-1251' });
      // Who reads it otherwise meanwhile changes nothing of what is written.
      await read(importId, { encoding: 'windows-1252' });
      await ended(batchId);
      expect((await students('CYR-')).map(({ fullName }) => fullName).sort()).toEqual([
        ...['Анна Соколова', 'Игорь Петров'],
      ]);
    });

    it('has rows that are not what they look like left out, with all of their cells', async () => {
      const text = [
        'fullName,idNumber,ShowScoreNumeric',
        ...['Vela,Ana,ROW-1,FALSO', 'Luis Paz,ROW-2,FALSO', 'Rosa Gil,ROW-3,quizás', 'Pía Gil,ROW-4,,,,'],
      ].join('\n');
      const { importId } = await send(text, 'rows.csv');
      expect(await read(importId)).toMatchObject({ added: 1, failed: 3 });
      const failed = (await preview(importId, 'failed')).items;
      expect(failed.map(({ row, error }) => [row, error?.code, error?.details])).toEqual([
        [2, 'csv_row_too_long', { text: 'FALSO', columns: 3 }],
        [4, 'flag_unclear', { column: 'showScoreNumeric', text: 'quizás' }],
        [5, 'csv_row_longer', { cells: 6, columns: 3 }],
      ]);
      const batch = await ended(await start(importId));
      expect(await students('ROW-')).toMatchObject([
        { fullName: 'Luis Paz', showScoreNumeric: false, custom: {} },
      ]);
      const left = await context().ana.call(studentImportsApi, 'import-failed', {
        ...{ tenant, query: { batchId: batch._id } },
      });
      expect(left.items[0]).toMatchObject({ row: 2, cells: { fullName: 'Vela' }, extra: ['FALSO'] });
    });

    it.each([
      ['csv_empty', ''],
      ['csv_empty', 'fullName\n'],
      ['csv_malformed', 'fullName\n"Ana\n'],
      ['csv_columns_missing', 'name;idNumber\nAna;1\n'],
      ['csv_columns_refused', 'fullName,__proto__\nAna,1\n'],
      ['csv_too_large', `fullName\n${'A\n'.repeat(limits.csvRows + 1)}`],
    ])('that is none gets its error, and nothing is written: %s', async (code, text) => {
      const sent = await send(text, 'bad.csv');
      if (sent.code !== undefined) return expect(sent.code).toBe(code);
      await expect(read(sent.importId)).rejects.toMatchObject({ code });
      await expect(start(sent.importId)).rejects.toMatchObject({ code });
    });

    it('is known to its organization alone', async () => {
      const { ana } = context();
      const { importId } = await send('fullName\nAna\n', 'own.csv');
      const { _id: other } = await ana.call(apis.tenants, 'create', { body: { name: 'Otro Instituto' } });
      const reading = ana.call(studentImportsApi, 'import-read', { tenant: other, body: { importId } });
      await expect(reading).rejects.toMatchObject({ code: 'import_not_found' });
      await expect(preview('f'.repeat(24))).rejects.toMatchObject({ code: 'import_not_found' });
    });
  });
}
