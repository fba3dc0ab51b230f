import { type BriefStudent, certificatesApi, type Language, type Student } from '@sello/contracts';
import { call } from '../../api/index.ts';

/** With the certificate's URL where it is known, else the batch takes the student's current certificate. */
const reference = ({ _id, fullName, certificateUrl }: BriefStudent & Partial<Student>) => ({
  ...{ _id, fullName },
  ...(certificateUrl ? { certificateUrl } : {}),
});

/** Starts a zip of the students' certificates; returns the batch's id. */
export async function startZip(students: readonly BriefStudent[]): Promise<string> {
  const { batchId } = await call(certificatesApi, 'download-zip', {
    body: { students: students.map(reference) },
  });
  return batchId;
}

/** Starts sending each student their certificate; returns the batch's id. */
export async function startEmails(
  students: readonly BriefStudent[],
  language: Language,
): Promise<string | undefined> {
  const answer = await call(certificatesApi, 'send-emails', {
    body: {
      students: students.map((student) => ({
        ...reference(student),
        ...(student.email ? { email: student.email } : {}),
      })),
      language,
    },
  });
  return 'batchId' in answer ? answer.batchId : undefined;
}
