import { createHash } from 'node:crypto';
import { defineDesign } from '@sello/design';
import type { BatchRecord, NewBatchItem } from '@sello/store';
import { pictures, subject, subjectDesign } from '../../packages/render/bench/rendering/subject.ts';
import {
  addTemplate,
  buildStudent,
  type Fixture,
  openFixture,
} from '../../services/render-worker/tests/fixture.ts';

export interface Classroom extends Fixture {
  /** `count` rows to issue, each for another student. */
  rows(count: number): NewBatchItem[];
}

/** Starts real backing services with the template of the benches and `students` students of one organization. */
export async function openClassroom(students: number): Promise<Classroom> {
  const fixture = await openFixture();
  const { store, blobs, tenantId } = fixture;
  const asset = async (name: keyof typeof pictures): Promise<string> => {
    const bytes = subject[name];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const key = `pictures/${sha256}.png`;
    await blobs.put(key, bytes);
    const picture = { sha256, key, size: bytes.byteLength, mediaType: 'image/png', ...pictures[name] };
    return (await store.assets.put(tenantId, picture))._id;
  };
  const background = await asset('background');
  const logo = await asset('logo');
  const design = JSON.stringify(subjectDesign())
    .replaceAll('"assetId":"background"', `"assetId":"${background}"`)
    .replaceAll('"assetId":"logo"', `"assetId":"${logo}"`);
  const template = await addTemplate(store, tenantId, 'Bench', defineDesign(JSON.parse(design)));

  const chunk = 1_000;
  for (let from = 0; from < students; from += chunk) {
    const add = Array.from({ length: Math.min(chunk, students - from) }, (_, index) =>
      buildStudent(from + index),
    );
    await store.students.saveMany(tenantId, { add, update: [] });
  }
  const { items } = await store.students.list(tenantId);
  return {
    ...fixture,
    ...template,
    rows: (count) =>
      items.slice(0, count).map(({ _id, fullName }) => ({ studentId: _id, fullName, ...template })),
  };
}

/** Rows for a zip of the certificates that a batch issued. */
export async function issuedRows({ store, tenantId }: Fixture, batch: BatchRecord): Promise<NewBatchItem[]> {
  const { items } = await store.batches.items(tenantId, batch._id);
  return items.map(({ certId, fullName, studentId }) => ({ certId, fullName, studentId }));
}
