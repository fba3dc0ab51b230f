import { certificatesApi, studentsApi, tenantsApi } from '@sello/contracts';
import { type ApiClient, type Stack, signIn, startingTemplate } from '@sello/dev-stack';

/** An organization on a running stack, created over the API; its students have no certificate yet. */
export interface School {
  stack: Stack;
  client: ApiClient;
  tenant: string;
  /** Id of its signing certificate, rsa-2048. */
  signingCertificateId: string;
  students: { _id: string; templateId: string }[];
}

/** Creates an organization with students (1,000 at most), a signing certificate and the built-in templates. */
export async function openSchool(
  stack: Stack,
  { name, students: count }: { name: string; students: number },
): Promise<School> {
  const person = { email: 'staff@school.example' };
  const client = await signIn(stack, person);
  const tenant = (await client.call(tenantsApi, 'create', { body: { name } }))._id;
  const students = Array.from({ length: count }, (_, index) => ({
    fullName: `Alumna Número ${index + 1}`,
    idNumber: `B-${index + 1}`,
    scoreNumeric: (index % 100) / 10,
    startDate: '2026-03-03',
    endDate: '2026-10-30',
  }));
  await client.call(studentsApi, 'import', { tenant, body: { students } });
  const templateId = await startingTemplate(client, tenant, 'honourable-mention');
  const listed = (await client.call(studentsApi, 'list', { tenant, query: {} })).items;
  const certificate = await client.call(tenantsApi, 'certificates-action', {
    tenant,
    query: { tenantId: tenant },
    body: {
      action: 'generate',
      algorithm: 'rsa-2048',
      certificateParams: {
        reason: 'Course completed',
        location: 'Lima',
        contactInfo: `mailto:${person.email}`,
        name,
      },
    },
  });
  return {
    stack,
    client,
    tenant,
    signingCertificateId: certificate.id,
    students: listed.map(({ _id }) => ({ _id, templateId })),
  };
}

/** Requests a signed certificate for every student. Returns the id of the batch. */
export async function requestCertificates(school: School, idempotencyKey?: string): Promise<string> {
  const { client, tenant, students, signingCertificateId } = school;
  const answer = await client.call(certificatesApi, 'generate', {
    tenant,
    isAsync: true,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    body: {
      bulk: true,
      students,
      digitalSigning: { enabled: true, method: 'self-signed', certificateId: signingCertificateId },
    },
  });
  if (!('batchId' in answer)) throw new Error('the server did not answer with a batch');
  return answer.batchId;
}
