import {
  type certificatesApi,
  certificateUrl,
  courseKey,
  dayIn,
  type Language,
  verifyUrl,
  zoneOf,
} from '@sello/contracts';
import { currentDesign, rowValuesOf } from '@sello/design';
import { AppError } from '@sello/kit';
import { type Issuer, type LetterSubject, readIssuer, writeLetter } from '@sello/letters';
import type { Store, StudentRecord } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

/** In place of the number in the addresses of a certificate that is still to be issued. */
const numberLater = '...';

type OfCertificate = Omit<
  LetterSubject,
  'language' | 'subject' | 'issuer' | 'logoUrl' | 'downloadUrl' | 'verifyUrl' | 'to'
>;
type Reads = Pick<Store, 'students' | 'certificates' | 'templates' | 'signingCertificates'>;

async function ofIssued(store: Reads, issuer: Issuer, tenantId: string, studentId: string) {
  const certificate = (await store.certificates.validOf(tenantId, [studentId])).get(studentId);
  if (certificate === undefined) throw new AppError('no_certificates_to_email');
  const { _id, printed, pages, size, signingCertificateId } = certificate;
  return {
    ...{ certId: _id, holder: printed.holder, course: printed.course, pages, size },
    isSigned: signingCertificateId !== undefined,
    issuedOn: await issuer.issuedOnOf(certificate),
    contact: await issuer.contactOf(certificate),
  } satisfies OfCertificate;
}

async function ofTemplate(
  store: Reads,
  issuer: Issuer,
  tenantId: string,
  given: {
    student: StudentRecord;
    templateId: string;
    signingCertificateId: string | undefined;
    course: string | undefined;
  },
) {
  const { student, templateId, signingCertificateId } = given;
  const template = await store.templates.get(tenantId, templateId);
  if (template === null) throw new AppError('template_not_found');
  const design = currentDesign(template.design);
  const rowValues = rowValuesOf(design);
  const values = { [courseKey]: given.course, ...rowValues.own(student.custom) };
  return {
    ...{ certId: undefined, size: undefined, holder: student.fullName },
    course: rowValues.course(student.custom, values) || template.name,
    issuedOn: dayIn(zoneOf(design, issuer), new Date()),
    pages: design.pages.length,
    isSigned: signingCertificateId !== undefined,
    contact: await issuer.contactOf(signingCertificateId === undefined ? {} : { signingCertificateId }),
  } satisfies OfCertificate;
}

/** Writes the letter that the mail-worker would write, for the person who is about to send it. */
export const letter: Handler<(typeof certificatesApi.calls)['letter']> = async (
  { tenantId, query },
  { store, links },
) => {
  const { studentId, templateId, signingCertificateId, course } = query;
  const language: Language = query.language;
  const [student, issuer] = await Promise.all([
    store.students.get(tenantId, studentId),
    readIssuer(store, tenantId, links.publicUrl),
  ]);
  if (student === null) throw new AppError('student_not_found');
  const about =
    templateId === undefined
      ? await ofIssued(store, issuer, tenantId, studentId)
      : await ofTemplate(store, issuer, tenantId, {
          ...{ student, templateId, signingCertificateId, course },
        });
  const number = about.certId ?? numberLater;
  const written = writeLetter({
    ...about,
    ...{ language, issuer: issuer.name, logoUrl: issuer.logoUrl, to: student.email ?? '' },
    subject: issuer.subjects[language],
    downloadUrl: issuer.offersFiles ? certificateUrl(number, issuer.baseUrl) : undefined,
    verifyUrl: verifyUrl(number, issuer.baseUrl),
  });
  return {
    ...{ from: issuer.name, to: student.email ?? '', subject: written.subject, text: written.text },
    ...(about.contact !== undefined && { replyTo: about.contact }),
  };
};
