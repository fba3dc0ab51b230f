import { createHash } from 'node:crypto';
import { exportParts } from '@sello/contracts';
import { newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { exportedIn } from '../src/export/export.ts';
import { countsOf, createEndedOrganization } from './deletion/ended-organization.ts';
import { createBatch, type Fixture, followBatch } from './fixture.ts';

type ReadFiles = (bytes: Buffer) => Promise<Map<string, Buffer>>;

/** The export of an organization. Runs in a file that has a worker. */
export function describeExport(context: () => Fixture, readFiles: ReadFiles): void {
  const linesOf = (file: Buffer | undefined) => String(file).replace('\uFEFF', '').trimEnd().split('\r\n');

  describe('the export of an organization', () => {
    it('has all its data in one zip, and names a file that is not stored', async () => {
      const fixture = context();
      const { store, blobs } = fixture;
      const { tenantId, certIds } = await createEndedOrganization(fixture, 3);
      await store.tenants.restore(tenantId, new Date(0));
      const own = { ...fixture, tenantId };
      const [student] = (await store.students.list(tenantId)).items;
      await store.students.update(tenantId, student!._id, {
        ...student!,
        fullName: '=HYPERLINK("http://x")',
        custom: { Grupo: 'A, B' },
      });
      const parts = exportParts.map((fullName) => ({ fullName }));
      const exportAll = async () => (await followBatch(own, () => createBatch(own, 'export', parts))).batch;
      const batch = await exportAll();
      expect(batch).toMatchObject({ state: 'done', total: parts.length, done: parts.length, failed: 0 });
      expect(batch.download?.fileName).toMatch(/^Test_\d{4}-\d{2}-\d{2}\.zip$/);
      const files = await readFiles(await blobs.read(batch.download!.key));

      for (const [name, bytes] of files) expect([name, bytes.length > 0]).toEqual([name, true]);
      const students = linesOf(files.get('students.csv'));
      expect(students).toHaveLength(4);
      expect(students[0]).toMatch(/^fullName,idNumber,country,.*,Grupo,photo,studentId,/);
      expect(students.filter((line) => line.startsWith(`"'=HYPERLINK(""http://x"")"`))).toHaveLength(1);
      expect(students.join()).toContain('"A, B"');

      const index = linesOf(files.get('certificates/index.csv')).slice(1);
      expect(index).toHaveLength(3);
      const issued = await store.certificates.getMany(tenantId, certIds);
      for (const { _id, hash } of issued) {
        const [name, bytes] = [...files].find(([path]) => path.includes(_id))!;
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
        expect(index.join('\n')).toContain(`${_id},${name},${hash},valid`);
      }
      const [name, template] = [...files].find(([path]) => path.startsWith('templates/Printed'))!;
      expect(name).toMatch(/\.json$/);
      const { sello, version, template: design, images } = JSON.parse(String(template));
      expect({ sello, version, pages: design.pages.length }).toEqual({
        sello: 'template',
        version: 1,
        pages: 1,
      });
      expect(Object.values(images)).toEqual([expect.stringMatching(/^data:image\/png;base64,/)]);
      expect([...files.keys()].filter((path) => path.startsWith('pictures/'))).toHaveLength(3);
      const settings = JSON.parse(String(files.get('settings.json')));
      expect(settings).toMatchObject({
        ...{ _id: tenantId, letterReplyTo: 'o@example.org', letterSubjects: { es: 'Su diploma' } },
        ...{ sealColor: '#aa3300', signatories: [{ name: 'Firma Uno', role: 'Directora' }] },
        domain: {
          ...{ domain: `${tenantId}.test`, status: 'verified', senderLocalPart: 'diplomas' },
          answers: [{ purpose: 'ownership', answers: [{ reason: 'correct' }] }],
        },
        signingCertificates: [{ pem: expect.stringContaining('BEGIN CERTIFICATE') }],
      });
      for (const [path, bytes] of files)
        if (!path.endsWith('.pdf')) expect(String(bytes)).not.toContain('sealed');
      expect(linesOf(files.get('members.csv'))).toHaveLength(2);
      expect(linesOf(files.get('invitations.csv'))).toHaveLength(2);
      expect(linesOf(files.get('batches.csv')).length).toBeGreaterThan(1);
      const [first] = (await store.auditLog.list(tenantId)).items;
      expect(linesOf(files.get('audit-log.csv')).slice(1)).toEqual([
        expect.stringMatching(new RegExp(`,students.upsert,.+,${first!.target},,192.0.2.0/24$`)),
      ]);
      expect(linesOf(files.get('deleted-students.csv'))).toEqual([
        expect.stringMatching(/,studentId,.*,deletedAt,deletedBy$/),
        expect.stringMatching(/^Bea Borrada,/),
      ]);
      expect(linesOf(files.get('deliveries.csv')).slice(1)).toEqual([
        expect.stringMatching(/^\w+,h@example\.org,es,queued,/),
      ]);
      expect(linesOf(files.get('mistake-reports.csv')).slice(1)).toEqual([
        expect.stringMatching(/^\w+,data,Mi nombre está mal,r@example\.org,es,/),
      ]);
      const revisions = linesOf(files.get('revisions/index.csv')).slice(1);
      expect(revisions).toHaveLength(2);
      for (const line of revisions) {
        const file = JSON.parse(String(files.get(line.split(',')[2]!)));
        expect(file).toMatchObject({ sello: 'template', template: { pages: [expect.anything()] } });
      }
      expect(linesOf(files.get('certificates/erased.csv'))).toHaveLength(2);
      expect(linesOf(files.get('batch-rows.csv')).length).toBeGreaterThan(3);
      expect([...files.keys()].filter((path) => path.startsWith('fonts/'))).toHaveLength(1);

      const stored = await countsOf(fixture, tenantId);
      const partOf = (name: string) => exportedIn[name as keyof typeof exportedIn];
      for (const [name, count] of Object.entries(stored)) {
        const part = partOf(name);
        const has = part === null || [...files.keys()].some((path) => path.startsWith(part));
        expect([name, has, part === null || count > 0]).toEqual([name, true, true]);
      }

      await blobs.put(issued[0]!.pack.key, Buffer.from('damaged'));
      const incomplete = await exportAll();
      expect(incomplete).toMatchObject({ done: parts.length - 1, failed: 1 });
      const rows = await store.batches.items(tenantId, incomplete._id, { state: 'failed' });
      expect(rows.items).toMatchObject([{ fullName: 'certificates/', error: { code: 'object_missing' } }]);
      const left = await readFiles(await blobs.read(incomplete.download!.key));
      expect(String(left.get('certificates/index.csv')).match(/,missing,/g)).toHaveLength(3);
      const other = await followBatch(own, () => createBatch(own, 'export', [{ fullName: 'members.csv' }]));
      expect([...(await readFiles(await blobs.read(other.batch.download!.key))).keys()]).toEqual([
        'members.csv',
      ]);
      expect(await store.batches.get(newId(), batch._id)).toBeNull();
    });
  });
}
