/**
 * The readable form of a certificate's subject: `CN=Instituto, O=Instituto, L=Lima` becomes `Instituto, Lima`. A text
 * that is not a distinguished name stays as it is.
 */
export function readableSubject(subject: string): string {
  const parts = subject.split(/(?<!\\)[,+]\s*(?=[A-Za-z][\w.]*=)/);
  if (!parts.every((part) => /^[A-Za-z][\w.]*=/.test(part))) return subject;
  const values = parts.map((part) =>
    part
      .slice(part.indexOf('=') + 1)
      .replaceAll(/\\(.)/g, '$1')
      .trim(),
  );
  return [...new Set(values.filter(Boolean))].join(', ');
}
