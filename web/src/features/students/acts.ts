import { type BriefStudent, certificatesApi, type Language, type Student } from '@sello/contracts';
import { call } from '../../api/index.ts';

/** By its own address where that is known, else whichever is the student's when the batch looks. */
const reference = ({ _id, fullName, certificateUrl }: BriefStudent & Partial<Student>) => ({
  ...{ _id, fullName },
  ...(certificateUrl ? { certificateUrl } : {}),
});

/** Starts a zip of the students' certificates; answers the batch's id. */
export async function startZip(students: readonly BriefStudent[]): Promise<string> {
  const { batchId } = await call(certificatesApi, 'download-zip', {
    body: { students: students.map(reference) },
  });
  return batchId;
}

/** Starts sending each student their certificate; answers the batch's id. */
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
