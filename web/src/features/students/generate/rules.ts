import {
  type BriefStudent,
  type CertificateSettings,
  courseKey,
  type DigitalSigning,
  type SigningCertificate,
} from '@sello/contracts';

/** The value of "apply to all" that changes nothing. */
export const noChange = 'none';
/** The option in the list of certificates that creates a new one. */
export const createNew = 'create-new';

export interface SigningChoice {
  enabled: boolean;
  method: 'self-signed' | 'third-party';
  /** A certificate's id, `create-new`, or nothing selected. */
  certificateId: string;
}

/** Template by student; an empty one is not selected yet. */
export type Picks = ReadonlyMap<string, string>;

/** Each student's own template if it still exists; the preselected one for the others. */
export function firstPicks(
  students: readonly BriefStudent[],
  templateIds: readonly string[],
  preselect = '',
): Picks {
  return new Map(
    students.map(({ _id, templateId }) => [
      _id,
      templateId && templateIds.includes(templateId) ? templateId : preselect,
    ]),
  );
}

/** The choice of templates: one by one, and over it one for all, which can be taken back. */
export interface Choice {
  own: Picks;
  /** A template's id, or `none`. */
  forAll: string;
  /** Those who were given another one after that. */
  others: Picks;
}

export function picksOf({ own, forAll, others }: Choice): Picks {
  if (forAll === noChange) return own;
  return new Map([...own.keys()].map((id) => [id, others.get(id) ?? forAll]));
}

/** Choosing again replaces what was applied; "no change" brings back what was chosen one by one, before and since. */
export function appliedToAll({ own, others }: Choice, forAll: string): Choice {
  return forAll === noChange
    ? { own: new Map([...own, ...others]), forAll, others: new Map() }
    : { own, forAll, others: new Map() };
}

export function picked(choice: Choice, studentId: string, templateId: string): Choice {
  const { own, forAll, others } = choice;
  return forAll === noChange
    ? { ...choice, own: new Map(own).set(studentId, templateId) }
    : { ...choice, others: new Map(others).set(studentId, templateId) };
}

export const withoutTemplate = (picks: Picks): number => [...picks.values()].filter((id) => id === '').length;

export type Obstacle = 'templates' | 'certificate' | null;

/** What prevents the start: every student needs a template; signing needs a certificate or the third party. */
export function obstacle(picks: Picks, signing: SigningChoice): Obstacle {
  if (picks.size === 0 || withoutTemplate(picks) > 0) return 'templates';
  if (!signing.enabled || signing.method === 'third-party') return null;
  return signing.certificateId === '' || signing.certificateId === createNew ? 'certificate' : null;
}

export function activeCertificates(settings: CertificateSettings | undefined): SigningCertificate[] {
  return (settings?.certificates ?? []).filter((certificate) => certificate.status === 'active');
}

/** The initial choice: the certificate in use, else another active one; off without one or when self-signing is disabled. */
export function firstChoice(settings: CertificateSettings | undefined): SigningChoice {
  const active = settings?.selfSignedEnabled ? activeCertificates(settings) : [];
  const inUse = active.find(({ id }) => id === settings?.certificate?.id) ?? active[0];
  return { enabled: inUse !== undefined, method: 'self-signed', certificateId: inUse?.id ?? '' };
}

/** The certificate of the organization that signs; undefined when none does. */
const signsWith = ({ enabled, certificateId }: SigningChoice): string | undefined =>
  enabled && certificateId !== createNew && certificateId !== '' ? certificateId : undefined;

/** Whose letter is shown before it is sent; undefined while no template is chosen for them. */
export function readerOf(
  student: BriefStudent | undefined,
  templateId: string | undefined,
  signing: SigningChoice,
  values: Readonly<Record<string, string>>,
) {
  if (student === undefined || !templateId) return undefined;
  const { _id, fullName } = student;
  return { _id, fullName, templateId, signingCertificateId: signsWith(signing), course: values[courseKey] };
}

/** The signing options as a call takes them. */
export function signingOf(choice: SigningChoice): DigitalSigning {
  if (!choice.enabled) return { enabled: false };
  if (choice.method === 'third-party') return { enabled: true, method: 'third-party' };
  return { enabled: true, method: 'self-signed', certificateId: choice.certificateId };
}

/** The request body of `certificates.generate`. */
export function generationBody(students: readonly BriefStudent[], picks: Picks, choice: SigningChoice) {
  const digitalSigning = signingOf(choice);
  const [only] = students;
  if (students.length === 1 && only) {
    const templateId = picks.get(only._id) ?? '';
    return { templateId, student: { _id: only._id, templateId }, options: { digitalSigning } };
  }
  return {
    bulk: true as const,
    students: students.map(({ _id }) => ({ _id, templateId: picks.get(_id) ?? '' })),
    digitalSigning,
  };
}

export const withEmail = (students: readonly BriefStudent[]): string[] =>
  students.filter(({ email }) => email).map(({ _id }) => _id);
