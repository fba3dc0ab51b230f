import { type BriefStudent, certificatesApi, type Language, type Student } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { TenantClient } from '../../api/tenant-client.ts';
import type { Formatters } from '../../i18n/format.ts';
import type { Selection } from './selection.ts';

/** With the certificate's URL where it is known, else the batch takes the student's current certificate. */
const reference = ({ _id, fullName, certificateUrl }: BriefStudent & Partial<Student>) => ({
  ...{ _id, fullName },
  ...(certificateUrl ? { certificateUrl } : {}),
});

/** What a start takes when it is asked for: this part may be loaded later, when another organization is active. */
export interface Asked {
  client: TenantClient;
  t: TFunction;
  format: Formatters;
}

/** Starts a zip of the students' certificates; returns the batch's id, `undefined` when the person gave it up. */
export async function startZip(
  { students, rule }: Selection,
  { client, t, format }: Asked,
): Promise<string | undefined> {
  const { call } = client;
  const send = (body: Parameters<typeof call<typeof certificatesApi.calls, 'download-zip'>>[2]['body']) =>
    call(certificatesApi, 'download-zip', { body });
  if (!rule) return (await send({ students: [...students.values()].map(reference) })).batchId;
  const { sendRule } = await import('./many/growth.ts');
  const act = (count: number): string => t('studentDetails.bulk.grew.zip', { number: format.count(count) });
  const started = await sendRule(
    { students, rule },
    act,
    (selection) => send({ selection }),
    undefined,
    client,
  );
  return started?.batchId;
}

/** Starts sending each student their certificate; returns the batch's id. */
export async function startEmails(
  { students, rule }: Selection,
  language: Language,
  { client, t, format }: Asked,
): Promise<string | undefined> {
  const { call } = client;
  const send = (body: Parameters<typeof call<typeof certificatesApi.calls, 'send-emails'>>[2]['body']) =>
    call(certificatesApi, 'send-emails', { body });
  if (rule) {
    const { sendRule } = await import('./many/growth.ts');
    const act = (count: number): string =>
      t('studentDetails.bulk.grew.email', { number: format.count(count) });
    const answer = await sendRule(
      { students, rule },
      act,
      (selection) => send({ selection, language }),
      undefined,
      client,
    );
    return answer && 'batchId' in answer ? answer.batchId : undefined;
  }
  const named = [...students.values()].map((student) => ({
    ...reference(student),
    ...(student.email ? { email: student.email } : {}),
  }));
  const answer = await send({ students: named, language });
  return 'batchId' in answer ? answer.batchId : undefined;
}
