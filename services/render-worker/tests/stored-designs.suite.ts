import { verifyPdf } from '@sello/proof';
import { expect, it } from 'vitest';
import expected from '../../../packages/render/src/stored-bytes.fixture.json' with { type: 'json' };
import { inflateStreams, sha256 } from '../../../packages/render/tests/inflate-streams.ts';
import { storedDesigns } from '../../../packages/render/tests/stored-designs.ts';
import { addStudents, addTemplate, buildStudent, createBatch, type Fixture, followBatch } from './fixture.ts';

interface StoredContext {
  fixture: Fixture;
  signing: string;
  fileOf(certId: string): Promise<Buffer>;
}

/** Runs in a file that has a worker, because each takes seconds to start. */
export function testStoredDesigns(context: () => StoredContext): void {
  it('issues from designs of version 1 with the prefix that their certificates have always had', async () => {
    const { fixture, signing, fileOf } = context();
    const { store, blobs, tenantId } = fixture;
    const names = ['certificate-of-completion en', 'diploma es'] as const;
    const templates = await Promise.all(
      names.map((name) => addTemplate(store, tenantId, name, storedDesigns[name]!)),
    );
    const revisions = await store.revisions.getMany(
      tenantId,
      templates.map(({ revisionId }) => revisionId),
    );
    expect(revisions.map(({ design }) => design.version)).toEqual([1, 1]);

    const students = names.map((name, index) => buildStudent(index, { idNumber: `stored-${name}` }));
    const items = await addStudents(fixture, students);
    const rows = names.map((name, index) => ({
      ...items.find((item) => item.fullName === `María Ñáñez ${index}`)!,
      ...templates[names.indexOf(name)]!,
    }));
    const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', rows, signing));
    expect(batch).toMatchObject({ state: 'done', done: 2, failed: 0 });
    const { items: ended } = await store.batches.items(tenantId, batch._id);
    for (const [index, name] of names.entries()) {
      const { certId } = ended.find(({ revisionId }) => revisionId === templates[index]!.revisionId)!;
      const certificate = await store.certificates.get(tenantId, certId!);
      const prefix = await blobs.read(certificate!.prefix.key);
      expect([name, sha256(inflateStreams(Buffer.from(prefix)))]).toEqual([name, expected[name].prefix]);
      expect(await verifyPdf(await fileOf(certId!))).toMatchObject({
        outcome: 'intact',
        signature: { coversWholeFile: true },
      });
    }
    // What is stored stays as it was frozen.
    const after = await store.revisions.get(tenantId, templates[0]!.revisionId);
    expect(after!.design).toEqual(storedDesigns[names[0]]);
  });
}
