import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobs, preflightKeys } from '@sello/blobs';
import { newPreflightState, preflightState, serviceLimits, specimenCertId } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import { compile, createPictureThread, layoutCheck, loadFonts, type StampRow, stamp } from '@sello/render';
import { newId, type Store, type StudentRecord, type TenantRecord } from '@sello/store';
import type { Row } from '../../scripts/bench.ts';
import {
  issuedIn,
  printedCertificate,
  stampRowOf,
} from '../../services/render-worker/src/issuing/stamp-row.ts';
import { createPreflights } from '../../services/render-worker/src/preflights/preflights.ts';
import { createPreviewThreads } from '../../services/render-worker/src/previews/preview-threads.ts';
import { median } from '../measure/median.ts';
import type { Cells } from './people.ts';

/** The first ones compile templates and warm up. */
const rounds = 7;
const publicUrl = 'https://certificates.example.org';

/** Five texts with variables, of which the name may shrink. */
const design = defineDesign({
  version: 2,
  pages: [
    {
      ...{ id: 'p', width: 842, height: 595 },
      elements: [
        '{{fullName}}',
        'ID {{idNumber}}, {{country}}',
        'from {{startDate}} to {{endDate}}',
        'with {{scoreNumeric}} ({{scoreLetter}})',
        '{{certificate.id}}',
      ].map((content, at) => ({
        ...{ id: `t${at}`, type: 'text' as const, x: 60, y: 80 + 90 * at, width: 700, height: 60 },
        ...{ fontFamily: 'Newsreader', fontSize: at === 0 ? 44 : 18, paragraphs: plainText(content) },
        ...(at === 0 && { fit: 'shrink' as const, maxLines: 1 }),
      })),
    },
  ],
});

/** With names that the fonts at hand can print: a row that fails is not compared with one that is stamped. */
export function printable(cells: readonly Cells[]): Cells[] {
  const given = ['Lucía Fernanda', 'João Pedro', 'Íñigo', 'María de los Ángeles', 'Óscar Iván', 'Renata'];
  const family = ['Quispe Mamani', 'Albuquerque Teixeira', 'Ñahui Condori', 'Echeverría', 'dos Santos'];
  return cells.map((cell, at) => ({
    ...cell,
    fullName: `${given[at % given.length]} ${family[(at * 7) % family.length]} ${at}`,
  }));
}

/**
 * Laying rows out beside stamping them, both in this process; and a preflight of them from its request to its report, with
 * reading the students, storing what was found and drawing the riskiest, beside nothing but stamping.
 */
export async function preflightRows(store: Store, tenant: TenantRecord): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-bench-preflight-'));
  const blobs = openBlobs({ url: folder });
  const threads = createPreviewThreads(1, { budgetMs: 5_000 });
  const pictures = createPictureThread();
  const template = await store.templates.create(tenant._id, { name: 'Bench', tags: [], design });
  const compiled = await compile(
    { id: 'bench', design },
    { fonts: await loadFonts(), assets: { get: () => Promise.reject(new Error('no image')) } },
  );
  const students: StudentRecord[] = [];
  const ids: string[] = [];
  for await (const { _id } of store.students.eachChosen(tenant._id, {})) ids.push(_id);
  for (let from = 0; from < ids.length; from += 500) {
    students.push(...(await store.students.getMany(tenant._id, ids.slice(from, from + 500))));
  }
  const preflights = createPreflights({
    ...{ store, blobs, threads, pictures, publicUrl, publish: () => undefined },
  });
  const context = { images: undefined, batchValues: {}, tenant };
  const certificate = () =>
    printedCertificate(specimenCertId, issuedIn(new Date(), design, tenant), publicUrl);

  async function check(): Promise<number> {
    const preflightId = newId();
    const keys = preflightKeys(tenant._id, preflightId);
    const put = (key: string, value: unknown) => blobs.put(key, Buffer.from(JSON.stringify(value)));
    const start = performance.now();
    for (let page = 0; page * serviceLimits.preflightPage < ids.length; page++) {
      const from = page * serviceLimits.preflightPage;
      const some = ids.slice(from, from + serviceLimits.preflightPage);
      await put(
        keys.rows(page),
        some.map((studentId) => ({ studentId, templateId: template._id })),
      );
    }
    await put(keys.state, newPreflightState(ids.length));
    await put(keys.request, { total: ids.length, values: {} });
    let from: number | undefined = 0;
    while (from !== undefined) from = await preflights.run({ tenantId: tenant._id, preflightId, from });
    const spent = performance.now() - start;
    const state = preflightState.parse(JSON.parse((await blobs.read(keys.state)).toString()));
    if (state.state !== 'done' || state.cannot > 0) throw new Error(`${state.cannot} rows failed`);
    return spent;
  }

  async function each(work: (row: StampRow) => Promise<unknown>): Promise<number> {
    const start = performance.now();
    for (const student of students)
      await work(stampRowOf(student, { ...context, certificate: certificate() }));
    return performance.now() - start;
  }

  try {
    const whole: number[] = [];
    const laidOut: number[] = [];
    const stamped: number[] = [];
    await stamp(compiled, stampRowOf(students[0]!, { ...context, certificate: certificate() }));
    for (let round = 0; round < rounds; round++) {
      whole.push(await check());
      laidOut.push(await each((row) => layoutCheck(compiled, row)));
      stamped.push(await each((row) => stamp(compiled, row)));
    }
    const rowOf = (name: string, spent: readonly number[]): Row => ({
      ...{ name, value: (1_000 * ids.length) / median(spent), unit: 'rows/s' },
      beside: { 'stamp of the same rows': median(stamped) / median(spent) },
    });
    const named = ids.length.toLocaleString('en');
    return [
      rowOf(`${named} rows laid out, five texts each`, laidOut),
      rowOf(`preflight of ${named} rows, from the request to the report`, whole),
    ];
  } finally {
    await threads.close();
    await pictures.close();
    await blobs.close();
    await rm(folder, { recursive: true, force: true });
  }
}
