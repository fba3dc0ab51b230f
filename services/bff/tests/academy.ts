import { randomBytes } from 'node:crypto';
import { type Blobs, openBlobs } from '@sello/blobs';
import { batchesApi, certificatesApi, studentsApi, tenantsApi } from '@sello/contracts';
import { type ApiClient, startingTemplate } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { openQueue, type Queue } from '@sello/queue';
import { finishBatch } from './fake-worker.ts';
import type { TestStack } from './stack.ts';

/** An organization with its owner, and access to the services behind the BFF. */
export interface Academy {
  ana: ApiClient;
  tenant: string;
  templateId: string;
  queue: Queue;
  blobs: Blobs;
  addStudents(...names: string[]): Promise<string[]>;
  /** Creates a batch of certificates and completes it with the fake worker. */
  issue(studentIds: string[]): Promise<{ batchId: string; certIds: string[] }>;
  /** Adds batches that have already ended when they are created. */
  addEndedBatches(total: number): Promise<void>;
  close(): Promise<void>;
}

export async function openAcademy(
  stack: TestStack,
  name = 'Academia Ana',
  email = 'ana@example.org',
): Promise<Academy> {
  const { REDIS_URL, BLOBS } = stack.backings.env;
  const queue = openQueue({ redisUrl: REDIS_URL!, log: createLogger({ service: 'test', level: 'silent' }) });
  const blobs = openBlobs({ url: BLOBS! });
  const ana = await stack.signIn(email);
  const body = { name, language: 'es' } as const;
  const tenant = (await ana.call(tenantsApi, 'create', { body }))._id;
  const templateId = await startingTemplate(ana, tenant, 'honourable-mention');

  return {
    ...{ ana, tenant, templateId, queue, blobs },
    async addStudents(...names) {
      const ids: string[] = [];
      for (const fullName of names) {
        const student = { fullName, email: 'holder@example.org', idNumber: randomBytes(4).toString('hex') };
        ids.push((await ana.call(studentsApi, 'upsert', { tenant, body: student }))._id);
      }
      return ids;
    },
    async issue(studentIds) {
      const { batchId } = (await ana.call(certificatesApi, 'generate', {
        tenant,
        body: { bulk: true, students: studentIds.map((_id) => ({ _id, templateId })) },
        isAsync: true,
      })) as { batchId: string };
      await finishBatch({ store: stack.store, blobs, queue }, tenant, batchId);
      const { items } = await ana.call(batchesApi, 'get', { tenant, query: { id: batchId } });
      return { batchId, certIds: items.map((item) => item.certId!) };
    },
    async addEndedBatches(total) {
      const error = { code: 'template_missing' as const, message: 'Every student needs a template' };
      const items = [{ fullName: 'x', error }];
      const ended = { kind: 'generate', title: '', createdBy: tenant, items } as const;
      await Promise.all(Array.from({ length: total }, () => stack.store.batches.create(tenant, ended)));
    },
    async close() {
      await queue.close();
      await blobs.close();
    },
  };
}
