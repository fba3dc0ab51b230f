import { setTimeout as pause } from 'node:timers/promises';
import {
  batchesApi,
  certificatesApi,
  type Student,
  studentsApi,
  type Tenant,
  templatesApi,
  tenantsApi,
} from '@sello/contracts';
import type { Person } from '../issuer/people.ts';
import type { Reporter } from '../report.ts';
import type { Stack } from '../stack.ts';
import { type ApiClient, signIn } from './client.ts';
import { joinMembers } from './members.ts';
import { demoStudents } from './students.ts';

export const demoOrganization = 'Instituto Cordillera';
const WORK = 'First world';

/** The demo organization as it stands. */
export interface World {
  tenantId: string;
  /** A page that verifies one of its certificates. */
  verify: string;
  certified: number;
}

/**
 * Makes the demo organization by the calls that people make: sign in, create it, import a class, make a signing
 * certificate, issue in bulk. Each step looks at what is there first, so that a start that was broken off is
 * continued by the next, and a finished world costs three calls.
 */
export async function makeWorld(stack: Stack, report: Reporter): Promise<World | null> {
  const owner = stack.people.find((person) => person.role === 'owner');
  // With an issuer of one's own there is nobody whom we could sign in.
  if (!owner) return null;
  try {
    const client = await signIn(stack, owner);
    const tenant = await organization(client, report);
    const students = await classOf(client, tenant, report);
    const uncertified = students.filter((student) => !student.certified);
    if (uncertified.length > 0) {
      await joinMembers(stack, tenant._id);
      const key = await signingCertificate(client, tenant, owner, report);
      await issue(client, tenant, uncertified, key, report);
    }
    const all = await list(client, tenant);
    const first = all.find((student) => student.certId !== undefined);
    if (!first) throw new Error('The demo organization has no certificate, although its batch has ended.');
    const certified = all.filter((student) => student.certified).length;
    return { tenantId: tenant._id, verify: `${stack.app}/verify/${first.certId}`, certified };
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
    body: { name: demoOrganization, language: 'es' },
    idempotencyKey: 'first-world-organization',
  });
}

async function list(client: ApiClient, tenant: Tenant): Promise<Student[]> {
  return (await client.call(studentsApi, 'list', { tenant: tenant._id, query: {} })).items;
}

async function classOf(client: ApiClient, tenant: Tenant, report: Reporter): Promise<Student[]> {
  const known = await list(client, tenant);
  if (known.length >= demoStudents.length) return known;
  report.progress(WORK, 'class');
  // Rows are matched by their id number: repeating a broken-off import adds nobody twice.
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
    idempotencyKey: 'first-world-signing-certificate',
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
  const templates = (await client.call(templatesApi, 'list', { tenant: tenant._id, query: {} })).items;
  if (templates.length === 0) throw new Error('The demo organization has no templates to issue with.');
  const body = {
    bulk: true as const,
    students: students.map((student, index) => ({
      _id: student._id,
      templateId: student.templateId ?? templates[index % Math.min(2, templates.length)]!._id,
    })),
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
        idempotencyKey: `first-world-certificates-${students.length}-${students[0]!._id}`,
      }),
    );
  for (;;) {
    const answer = await client.call(batchesApi, 'get', {
      tenant: tenant._id,
      query: { id: batchId, limit: 0 },
    });
    const { batch } = answer;
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
