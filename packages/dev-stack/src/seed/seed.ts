import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  batchesApi,
  certificatesApi,
  organizationsApi,
  type Student,
  studentsApi,
  type Tenant,
  tenantsApi,
  verifyUrl,
} from '@sello/contracts';
import type { Person } from '../issuer/people.ts';
import type { Reporter } from '../report.ts';
import { type ApiClient, signIn } from './client.ts';
import { joinMembers } from './members.ts';
import type { Platform } from './platform.ts';
import { startingTemplate } from './starting-template.ts';
import { demoStudents } from './students.ts';

export const demoOrganization = 'Instituto Cordillera';
const LANGUAGE = 'es';
const WORK = 'Demo data';
/** What the demo certificates print of their course. */
const demoValues = { course: 'Farmacia Hospitalaria: Dispensación y Uso Racional', hours: '120 horas' };

/** The demo organization. */
export interface Seed {
  tenantId: string;
  /** One of its certificates. */
  certId: string;
  /** The URL of the page that verifies it. */
  verify: string;
  certified: number;
}

/**
 * Creates the demo organization at the first start, with the API calls of the web application: sign in, create it,
 * import a class, create a signing certificate, issue in bulk. Each step first reads what exists, so that the next
 * start continues an interrupted seed. A finished seed is never changed.
 */
export async function seedDemo(stack: Platform, report: Reporter): Promise<Seed | null> {
  const file = join(stack.dataDir, 'seed.json');
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== null) {
    const seed = asSeed(stack, JSON.parse(known) as Finished);
    const lookup = await fetch(`${stack.app}/api/verify?fn=lookup&hash=${seed.certId}`);
    // 404: the data folder is used with another database, in which everything must be created.
    if (lookup.status !== 404) return seed;
  }
  const finished = await make(stack, report);
  if (finished === null) return null;
  await writeFile(file, JSON.stringify(finished, null, 2));
  return asSeed(stack, finished);
}

interface Finished {
  tenantId: string;
  certId: string;
  certified: number;
}

function asSeed(stack: Platform, finished: Finished): Seed {
  return { ...finished, verify: verifyUrl(finished.certId, stack.app) };
}

async function make(stack: Platform, report: Reporter): Promise<Finished | null> {
  const owner = stack.people.find((person) => person.role === 'owner');
  // With an external issuer there are no demo accounts.
  if (!owner) return null;
  try {
    // A call of a killed start may hold its lock for a while.
    const client = await signIn(stack, owner, { retryForMs: 120_000 });
    const tenant = await organization(client, report);
    await confirm(stack, tenant);
    const students = await classOf(client, tenant, report);
    const uncertified = students.filter((student) => !student.certified);
    if (uncertified.length > 0) {
      await joinMembers(stack, tenant._id);
      const key = await signingCertificate(client, tenant, owner, report);
      await issue(client, tenant, uncertified, key, report);
    }
    const all = await list(client, tenant);
    const shown = all.filter((student) => student.certId !== undefined);
    const first = shown.find((student) => student.fullName === demoStudents[0]!.fullName) ?? shown[0];
    if (!first) throw new Error('The demo organization has no certificate, although its batch has ended.');
    const certified = all.filter((student) => student.certified).length;
    report.info(`  ${demoOrganization}: ${certified} signed certificates issued`);
    return { tenantId: tenant._id, certId: first.certId!, certified };
  } finally {
    report.ended(WORK);
  }
}

async function organization(client: ApiClient, report: Reporter): Promise<Tenant> {
  const mine = await client.call(tenantsApi, 'my');
  const known = mine.find((tenant) => tenant.name === demoOrganization);
  if (known) return known;
  report.progress(WORK, 'organization');
  return client.call(tenantsApi, 'create', {
    body: { name: demoOrganization, language: LANGUAGE },
  });
}

/** Confirms the organization as the operator, so that its certificates do not say that its name is unconfirmed. */
async function confirm(stack: Platform, tenant: Tenant): Promise<void> {
  const operator = stack.people.find((person) => person.role === 'super admin');
  if (!operator) return;
  const client = await signIn(stack, operator);
  const body = { id: tenant._id, how: 'The demo organization of this stack.' };
  await client.call(organizationsApi, 'confirm', { body });
  await client.signOut();
}

async function list(client: ApiClient, tenant: Tenant): Promise<Student[]> {
  return (await client.call(studentsApi, 'list', { tenant: tenant._id, query: {} })).items;
}

async function classOf(client: ApiClient, tenant: Tenant, report: Reporter): Promise<Student[]> {
  const known = await list(client, tenant);
  if (known.length >= demoStudents.length) return known;
  report.progress(WORK, 'class');
  // Rows are matched by their id number: retrying an interrupted import adds nobody twice.
  const reply = await client.call(studentsApi, 'import', {
    tenant: tenant._id,
    body: { students: demoStudents, existing: 'update' },
  });
  if (reply.errors.length > 0)
    throw new Error(`The class was not imported: ${JSON.stringify(reply.errors[0])}`);
  return list(client, tenant);
}

async function signingCertificate(
  client: ApiClient,
  tenant: Tenant,
  owner: Person,
  report: Reporter,
): Promise<string> {
  const settings = await client.call(tenantsApi, 'certificates', {
    tenant: tenant._id,
    query: { tenantId: tenant._id },
  });
  if (settings.certificate?.status === 'active') return settings.certificate.id;
  report.progress(WORK, 'signing certificate');
  const made = await client.call(tenantsApi, 'certificates-action', {
    tenant: tenant._id,
    query: { tenantId: tenant._id },
    body: {
      action: 'generate',
      algorithm: 'rsa-2048',
      certificateParams: {
        reason: tenant.name,
        location: 'Lima',
        contactInfo: `mailto:${owner.email}`,
        name: tenant.publicName,
      },
    },
  });
  return made.id;
}

async function issue(
  client: ApiClient,
  tenant: Tenant,
  students: Student[],
  certificateId: string,
  report: Reporter,
): Promise<void> {
  const usual = await startingTemplate(client, tenant._id, 'certificate-of-completion');
  const best = await startingTemplate(client, tenant._id, 'honourable-mention');
  const body = {
    bulk: true as const,
    students: students.map((student) => ({
      _id: student._id,
      templateId: student.templateId ?? (student.scoreLetter === 'A+' ? best : usual),
    })),
    values: demoValues,
    digitalSigning: { enabled: true, method: 'self-signed' as const, certificateId },
  };
  const running = await client.call(batchesApi, 'list', { tenant: tenant._id, query: { running: 'true' } });
  const batchId =
    running.items.find((batch) => batch.kind === 'generate')?._id ??
    batchOf(
      await client.call(certificatesApi, 'generate', {
        tenant: tenant._id,
        body,
        isAsync: true,
      }),
    );
  for (;;) {
    const reply = await client.call(batchesApi, 'get', {
      tenant: tenant._id,
      query: { id: batchId, limit: 0 },
    });
    const { batch } = reply;
    report.progress(WORK, 'signed certificates', batch.done + batch.failed, batch.total);
    if (batch.state === 'done' || batch.state === 'cancelled') {
      if (batch.done === batch.total) return;
      throw new Error(
        `${batch.total - batch.done} of the demo certificates were not issued; see ${tenant.name} in the app.`,
      );
    }
    await pause(100);
  }
}

function batchOf(answer: object): string {
  if (!('batchId' in answer)) throw new Error('The server did not answer with a batch.');
  return String(answer.batchId);
}
