import { z } from 'zod';
import { rowError } from './error-bodies.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { preflightCounts, preflightProgressState } from './preflight-event.ts';
import { type PreflightRemark, preflightGroups, preflightRemarks } from './preflight-kinds.ts';
import { id } from './scalars.ts';
import { serviceLimits } from './service-limits.ts';

export const preflightGroup = z.enum(preflightGroups);

type RowErrorCode = {
  [Code in ErrorCode]: (typeof errorTable)[Code] extends { atRow: true } ? Code : never;
}[ErrorCode];
const rowErrorCodes = Object.entries(errorTable)
  .filter(([, facts]) => 'atRow' in facts)
  .map(([code]) => code) as RowErrorCode[];

/** What a preflight finds, as a closed list: every error of a row, and the remarks. */
export const preflightKind = z.enum([
  ...rowErrorCodes,
  ...(Object.keys(preflightRemarks) as PreflightRemark[]),
]);
export type PreflightKind = z.infer<typeof preflightKind>;

/** One row has at most one finding of a kind: the worst. */
const preflightFinding = z.object({
  kind: preflightKind,
  /** Place of the student in the request, from 0. */
  index: z.int(),
  studentId: id,
  /** Empty for a student who is gone. */
  fullName: z.string(),
  /** The element that it is about: its name in the template. */
  element: z.string().optional(),
  elementId: z.string().optional(),
  error: rowError.optional(),
  /** shrunk: sizes in points. */
  from: z.number().optional(),
  to: z.number().optional(),
  /** empty: the variables. */
  variables: z.array(z.string()).optional(),
});
export type PreflightFinding = z.infer<typeof preflightFinding>;

/** What a slice of rows has found, as it is stored. */
export const preflightFindings = z.array(preflightFinding);

/** Said once for a template, with the number of rows that print it. */
const templateFinding = z.object({
  kind: preflightKind.extract(['not_verifiable', 'no_description']),
  templateId: id,
  name: z.string(),
  rows: z.int(),
  /** Names of the elements. */
  elements: z.array(z.string()),
});
export type PreflightTemplateFinding = z.infer<typeof templateFinding>;

const kindCount = z.object({ kind: preflightKind, rows: z.int() });

/** A row that is worth a look, as it would print. */
export const preflightRisk = z.object({
  finding: preflightFinding,
  /** Whether `preflight-picture` has its page. */
  hasPicture: z.boolean(),
  /** Where the finding is on the picture, as shares of its width and height. */
  mark: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
});
export type PreflightRisk = z.infer<typeof preflightRisk>;

export const preflightReport = z.object({
  state: preflightProgressState,
  ...preflightCounts,
  /** Workers run, and have other work before its next rows. */
  waits: z.boolean(),
  kinds: z.array(kindCount),
  templates: z.array(templateFinding),
  /** The five riskiest rows; until the end those that are drawn already. */
  risks: z.array(preflightRisk),
  longestName: z.string(),
  /** One page of the findings that were asked for, in the order of the rows. */
  findings: z.object({ items: z.array(preflightFinding), nextCursor: z.string().nullable() }),
});
export type PreflightReport = z.infer<typeof preflightReport>;

/** The stored request of a preflight; its rows are in pages of `serviceLimits.preflightPage`. */
export const preflightRequest = z.object({
  total: z.int(),
  values: z.record(z.string(), z.string()),
});

/** A row as it is stored: the student, and the template if the request names one. */
const preflightRow = z.object({ studentId: id, templateId: id.optional() });
export type PreflightRow = z.infer<typeof preflightRow>;
export const preflightRows = z.array(preflightRow);

const riskCandidate = z.object({
  finding: preflightFinding,
  /** Absent for a row without a page: its student or its template is gone. */
  templateId: id.optional(),
  severity: z.number(),
});
export type PreflightRiskCandidate = z.infer<typeof riskCandidate>;

/** How far a preflight is, as its worker stores it after each slice of rows. */
export const preflightState = z.object({
  state: preflightProgressState,
  ...preflightCounts,
  /** When it was written, ms since 1970. */
  at: z.number(),
  /** What each slice has found: the objects of findings, in the order of the rows. */
  slices: z.array(z.object({ from: z.int(), to: z.int(), kinds: z.array(kindCount) })),
  templates: z.array(templateFinding),
  candidates: z.array(riskCandidate),
  /** Those of the candidates that are drawn already. */
  risks: z.array(preflightRisk),
  longestName: z.string(),
});
export type PreflightState = z.infer<typeof preflightState>;

/** The state of a preflight that has just been asked for. */
export const newPreflightState = (total: number): PreflightState => ({
  ...{ state: 'running', total, checked: 0, cannot: 0, remarks: 0, at: Date.now() },
  ...{ slices: [], templates: [], candidates: [], risks: [], longestName: '' },
});

/** How many findings a page of the report has at most. */
export const preflightFindingsLimit = serviceLimits.preflightFindings;
