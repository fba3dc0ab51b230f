import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  batchesApi,
  certificatesApi,
  type ImportPreviewRow,
  personName,
  studentImportsApi,
  studentsApi,
  tenantsApi,
  verifyApi,
} from '@sello/contracts';
import { type ApiClient, type Stack, signIn, startingTemplate } from '@sello/dev-stack';
import { zipEntries } from '../e2e/zip-entries.ts';

/** What became of each string as a person's name; every number counts strings. */
export interface StringsResult {
  strings: number;
  /** Not imported, by the error of its row. */
  refused: Record<string, number>;
  imported: number;
  /** Imported and not issued, by the error of its row. */
  failed: Record<string, number>;
  issued: number;
  zipped: number;
  mailed: number;
  verified: number;
  /** What is wrong: a string that was lost, changed, or failed without a name of the error. */
  faults: string[];
}

const count = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(codes)].sort().map((code) => [code, codes.filter((one) => one === code).length]),
  );
/** The line of the file with the first string: after the header. */
const firstRow = 2;
const addressOf = (at: number): string => `s${at}@cadenas.example`;
const idOf = (at: number): string => `CAD-${at}`;

/** The name that a string becomes: one line, trimmed; undefined when it is none. */
const nameOf = (text: string): string | undefined => personName(300).safeParse(text).data;

/**
 * Takes every string as the name of a student through import, PDF, zip, e-mail and look-up, and compares what each step
 * has of it. The stack must allow as many e-mails an hour as there are strings.
 */
export async function issueStrings(stack: Stack, strings: readonly string[]): Promise<StringsResult> {
  const client = await signIn(stack, { email: 'cadenas@school.example' }, { retryForMs: 120_000 });
  const tenant = (await client.call(tenantsApi, 'create', { body: { name: 'Colegio Cadenas' } }))._id;
  const faults: string[] = [];
  const refused = await importAll(client, tenant, strings);
  const students = await listAll(client, tenant);
  const byId = new Map(students.map((one) => [one.idNumber, one]));
  for (const [at, text] of strings.entries()) {
    const expected = refused.has(at) ? undefined : nameOf(text);
    const found = byId.get(idOf(at))?.fullName;
    if (found !== expected) faults.push(`${at}: imported as ${JSON.stringify(found)}`);
  }

  const templateId = await startingTemplate(client, tenant, 'honourable-mention');
  const batch = await ended(
    client,
    tenant,
    client.call(certificatesApi, 'generate', {
      ...{ tenant, isAsync: true },
      body: { bulk: true, students: students.map(({ _id }) => ({ _id, templateId })) },
    }),
  );
  const failures = batch.errors.map(({ error }) => error?.code ?? 'none');
  const issued = (await listAll(client, tenant)).filter(({ certified }) => certified);
  if (issued.length + failures.length !== students.length) faults.push('a row neither issued nor failed');
  if (failures.includes('none')) faults.push('a row that failed without an error');

  const zip = await ended(
    client,
    tenant,
    client.call(certificatesApi, 'download-zip', {
      ...{ tenant, isAsync: true },
      body: { students: issued.map(({ _id }) => ({ _id })) },
    }),
  );
  const zipped = await filesOf(client, tenant, zip.id);
  if (zipped !== issued.length) faults.push(`the zip has ${zipped} files`);

  await ended(
    client,
    tenant,
    client.call(certificatesApi, 'send-emails', {
      ...{ tenant, isAsync: true },
      body: {
        students: issued.map(({ _id, fullName, email }) => ({ _id, fullName, email })),
        language: 'en',
      },
    }),
  );
  const mails = await stack.inbox.list({ limit: 100_000 });
  let mailed = 0;
  for (const { email, fullName } of issued) {
    const own = mails.filter(({ to }) => to.includes(email!.toLowerCase()));
    const [mail] = own;
    // Mail clients show no two spaces in a row, so they are compared without.
    const words = (text: string) => text.replace(/[\u2068\u2069]/g, '').replace(/\s+/g, ' ');
    if (own.length !== 1) faults.push(`${email}: ${own.length} e-mails`);
    else if (!words(mail!.text).includes(words(fullName)) || mail!.attachments.length !== 1)
      faults.push(`${email}: the e-mail is not about ${JSON.stringify(fullName)}`);
    else mailed++;
  }

  let verified = 0;
  for (const { certId, fullName } of issued) {
    const found = await client.call(verifyApi, 'lookup', { query: { hash: certId! } });
    if ('certificate' in found && found.certificate.holder === fullName) verified++;
    else faults.push(`${certId}: is not found under ${JSON.stringify(fullName)}`);
  }
  return {
    ...{ strings: strings.length, refused: count([...refused.values()]), imported: students.length },
    ...{ failed: count(failures), issued: issued.length, zipped, mailed, verified, faults },
  };
}

/** Imports the strings as a file; returns the error of each row that was refused. */
async function importAll(
  client: ApiClient,
  tenant: string,
  strings: readonly string[],
): Promise<Map<number, string>> {
  // Each cell is quoted, so that every character of a string is a character of the name.
  const rows = strings.map((text, at) => [`"${text.replaceAll('"', '""')}"`, idOf(at), addressOf(at)]);
  const lines = [['fullName', 'idNumber', 'email'], ...rows].map((cells) => cells.join(','));
  const form = new FormData();
  form.set('csv', new Blob([lines.join('\r\n')]), 'strings.csv');
  const sent = await client.fetch('/api/students?fn=import-file', {
    ...{ method: 'POST', headers: { 'x-tenant-id': tenant }, body: form },
  });
  const { importId } = (await sent.json()) as { importId: string };
  await client.call(studentImportsApi, 'import-read', { tenant, body: { importId } });
  const refused = new Map<number, string>();
  let cursor: number | null = 0;
  while (cursor !== null) {
    const query = { importId, show: 'failed' as const, cursor };
    const page: { items: ImportPreviewRow[]; nextCursor: number | null } = await client.call(
      studentImportsApi,
      'import-preview',
      { tenant, query },
    );
    for (const { row, error } of page.items) refused.set(row - firstRow, error?.code ?? 'none');
    cursor = page.nextCursor;
  }
  await ended(
    client,
    tenant,
    client.call(studentImportsApi, 'import-start', { tenant, isAsync: true, body: { importId } }),
  );
  return refused;
}

async function listAll(client: ApiClient, tenant: string) {
  const all = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call(studentsApi, 'list', {
      ...{ tenant, query: { limit: 500, ...(cursor && { cursor }) } },
    });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

/** Waits for the end of a batch that was asked for; all its failed rows. */
async function ended(client: ApiClient, tenant: string, asked: Promise<object>) {
  const answer = await asked;
  if (!('batchId' in answer)) throw new Error('the server did not answer with a batch');
  const id = String(answer.batchId);
  for (;;) {
    const query = { id, state: 'failed' as const, limit: 1_000 };
    const { batch, items } = await client.call(batchesApi, 'get', { tenant, query });
    if (batch.endedAt) return { id, errors: items };
    await pause(250);
  }
}

/** How many files the zip of a batch has; it is read as a whole. */
async function filesOf(client: ApiClient, tenant: string, id: string): Promise<number> {
  const { batch } = await client.call(batchesApi, 'get', { tenant, query: { id } });
  const folder = await mkdtemp(join(tmpdir(), 'sello-strings-'));
  try {
    const file = join(folder, 'certificates.zip');
    const response = await fetch(batch.download!.url);
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
    return (await zipEntries(file)).size;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
