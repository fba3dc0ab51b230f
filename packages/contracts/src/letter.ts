import { z } from 'zod';
import { type Language, languages } from './limits.ts';
import { lineText } from './texts.ts';

/** The names that a subject may hold in braces: the organization, the certificate's course and its holder. */
const subjectVariables = ['issuer', 'course', 'holder'] as const;
/** In UTF-16 code units. */
export const maxSubjectLength = 150;

/** The subjects of organizations without one of their own. */
export const usualSubjects: Readonly<Record<Language, string>> = {
  en: '{issuer} has issued your certificate: {course}',
  es: '{issuer} ha emitido su certificado: {course}',
  pt: '{issuer} emitiu seu certificado: {course}',
};

/** The first name in braces that a subject cannot fill; undefined when there is none. */
function unknownSubjectVariable(subject: string): string | undefined {
  return [...subject.matchAll(/\{(\w*)\}/g)]
    .map(([, name]) => name!)
    .find((name) => !subjectVariables.some((known) => known === name));
}

/** An organization's subject of the letter, one line with `{issuer}`, `{course}` and `{holder}`; empty for the platform's own. */
const subject = lineText(maxSubjectLength).refine(
  (text) => unknownSubjectVariable(text) === undefined,
  'a variable that a subject does not have',
);

/** By language. */
export const letterSubjects = z.partialRecord(z.enum(languages), subject);
export type LetterSubjects = z.infer<typeof letterSubjects>;
