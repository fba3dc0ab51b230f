import { type Blobs, openBlobs } from '@sello/blobs';
import type { ApiClient } from '@sello/dev-stack';
import { readStudents } from '../../render-worker/src/student-imports/read-students.ts';
import type { TestStack } from './stack.ts';

/** Sends a CSV and has it compared with the students, as a render-worker does. Returns the id of the import. */
export async function sendStudents(
  { store, backings }: TestStack,
  { client, tenant, blobs }: { client: ApiClient; tenant: string; blobs?: Blobs },
  csv: string,
): Promise<string> {
  const form = new FormData();
  form.set('csv', new Blob([csv]), 'students.csv');
  const response = await client.fetch('/api/students?fn=import-file', {
    ...{ method: 'POST', headers: { 'x-tenant-id': tenant }, body: form },
  });
  const { importId } = (await response.json()) as { importId: string };
  const opened = blobs ?? openBlobs({ url: backings.env.BLOBS! });
  try {
    await readStudents(
      { store, blobs: opened },
      { tenantId: tenant, importId, existing: 'update' },
      { onProgress() {}, signal: new AbortController().signal },
    );
  } finally {
    if (!blobs) await opened.close();
  }
  return importId;
}
