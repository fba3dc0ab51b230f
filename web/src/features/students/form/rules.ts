import {
  defaultCountry,
  email as emailShape,
  limits,
  oneLine,
  type Student,
  textProblem,
} from '@sello/contracts';

/** The form's fields as they are typed: everything is text, empty is absent. */
export interface Draft {
  fullName: string;
  idNumber: string;
  email: string;
  country: string;
  startDate: string;
  endDate: string;
  scoreNumeric: string;
  scoreLetter: string;
  showScoreNumeric: boolean;
  showScoreLetter: boolean;
  templateId: string;
}

export function draftOf(student: Student | undefined): Draft {
  return {
    fullName: student?.fullName ?? '',
    idNumber: student?.idNumber ?? '',
    email: student?.email ?? '',
    country: student?.country ?? defaultCountry,
    startDate: student?.startDate ?? '',
    endDate: student?.endDate ?? '',
    scoreNumeric: student?.scoreNumeric === undefined ? '' : String(student.scoreNumeric),
    scoreLetter: student?.scoreLetter ?? '',
    showScoreNumeric: student?.showScoreNumeric ?? true,
    showScoreLetter: student?.showScoreLetter ?? true,
    templateId: student?.templateId ?? '',
  };
}

/** Letters A to F with + or −; anything else that is typed is ignored, so the field keeps what it had. */
export function typedLetter(before: string, typed: string): string {
  const upper = typed.trim().toUpperCase().replace('−', '-');
  return upper.length <= limits.scoreLetterLength && /^([A-F][+-]?)?$/.test(upper) ? upper : before;
}

export type Problem =
  | 'full_name_required'
  | 'email_required'
  | 'email_invalid'
  | 'text_unreadable'
  | 'score_numeric_invalid'
  | 'date_order';
export type Problems = Partial<Record<keyof Draft, Problem>>;

/**
 * What keeps a draft from being saved. A new student needs an e-mail; one who came without (an import) may be edited
 * and kept without.
 */
export function problemsOf(draft: Draft, before: Student | undefined): Problems {
  const problems: Problems = {};
  if (!draft.fullName.trim()) problems.fullName = 'full_name_required';
  else if (textProblem(oneLine(draft.fullName))) problems.fullName = 'text_unreadable';
  if (textProblem(oneLine(draft.idNumber))) problems.idNumber = 'text_unreadable';
  const email = draft.email.trim();
  if (!email) {
    if (!before || before.email) problems.email = 'email_required';
  } else if (!emailShape.safeParse(email).success) problems.email = 'email_invalid';
  const score = scoreOf(draft.scoreNumeric);
  if (score !== undefined && !isScore(score)) problems.scoreNumeric = 'score_numeric_invalid';
  if (draft.startDate && draft.endDate && draft.endDate < draft.startDate) problems.endDate = 'date_order';
  return problems;
}

/** Empty is no score. A comma is read as the decimal point it is in Spanish and Portuguese. */
export function scoreOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return text === '' ? undefined : Number(text);
}

function isScore(score: number): boolean {
  const tenths = score * 10;
  return score >= 0 && score <= limits.scoreNumericMax && Math.abs(tenths - Math.round(tenths)) < 1e-9;
}

/** What saving a student sends; own columns of an import are kept as they are. */
export function bodyOf(draft: Draft, before: Student | undefined) {
  const score = scoreOf(draft.scoreNumeric);
  return {
    ...(before ? { _id: before._id } : {}),
    fullName: draft.fullName.trim(),
    idNumber: draft.idNumber.trim(),
    email: draft.email.trim(),
    country: draft.country,
    startDate: draft.startDate,
    endDate: draft.endDate,
    ...(score === undefined ? {} : { scoreNumeric: score }),
    scoreLetter: draft.scoreLetter,
    showScoreNumeric: draft.showScoreNumeric,
    showScoreLetter: draft.showScoreLetter,
    templateId: draft.templateId,
    custom: before?.custom ?? {},
  };
}
