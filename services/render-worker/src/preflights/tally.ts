import {
  groupOfFinding,
  type PreflightFinding,
  type PreflightKind,
  type PreflightRiskCandidate,
  type PreflightState,
  type PreflightTemplateFinding,
  serviceLimits,
} from '@sello/contracts';
import { shareOf } from './findings.ts';

/** A row that was checked. */
export interface CheckedRow {
  findings: readonly PreflightFinding[];
  fullName: string;
  /** Absent for a row without a page that could be drawn. */
  templateId: string | undefined;
}

/** How far it is with rows that are not stored yet. */
export function withCounts(state: PreflightState, rows: readonly CheckedRow[]): PreflightState {
  let { cannot, remarks } = state;
  for (const { findings } of rows) {
    if (findings.some(({ kind }) => groupOfFinding(kind) === 'cannot')) cannot++;
    else if (findings.some(({ kind }) => groupOfFinding(kind) === 'different')) remarks++;
  }
  return { ...state, cannot, remarks, checked: state.checked + rows.length };
}

/** Adds the next rows, whose findings are stored together, to what was found before. */
export function withSlice(
  state: PreflightState,
  rows: readonly CheckedRow[],
  templates: readonly PreflightTemplateFinding[],
): PreflightState {
  const kinds = new Map<PreflightKind, number>();
  let { longestName } = state;
  const candidates = [...state.candidates];
  for (const { findings, fullName, templateId } of rows) {
    if (fullName.length > longestName.length) longestName = fullName;
    for (const finding of findings) {
      kinds.set(finding.kind, (kinds.get(finding.kind) ?? 0) + 1);
      const severity = severityOf(finding);
      if (severity > 0) candidates.push({ finding, ...(templateId && { templateId }), severity });
    }
  }
  return {
    ...withCounts(state, rows),
    ...{ longestName, at: Date.now() },
    slices: [
      ...state.slices,
      {
        from: state.checked,
        to: state.checked + rows.length,
        kinds: [...kinds].map(([kind, count]) => ({ kind, rows: count })),
      },
    ],
    templates: mergedTemplates(state.templates, templates),
    candidates: riskiest(candidates),
  };
}

/** What keeps a row from being issued first, then the texts that differ most from what was drawn; 0: not worth a picture. */
function severityOf(finding: PreflightFinding): number {
  if (groupOfFinding(finding.kind) === 'cannot') return 4;
  if (finding.kind === 'overflows') return 3;
  if (finding.kind === 'shrunk') return 1 + (1 - shareOf(finding));
  return finding.kind === 'empty' ? 0.5 : 0;
}

/**
 * Each row once. First the rows that cannot be issued and have a page to show, the first of each cause before a second
 * one of the same; then one row of each cause that leaves no page, such as a deleted template; then those that print
 * differently; and more rows without a page only where there is room, since there is nothing to see of them.
 */
function riskiest(candidates: readonly PreflightRiskCandidate[]): PreflightRiskCandidate[] {
  const rows = new Set<number>();
  const ofCause = new Map<string, number>();
  return [...candidates]
    .sort((a, b) => b.severity - a.severity || a.finding.index - b.finding.index)
    .filter(({ finding }) => !rows.has(finding.index) && rows.add(finding.index))
    .map((candidate) => {
      const { kind, elementId = '' } = candidate.finding;
      if (groupOfFinding(kind) !== 'cannot') return { candidate, place: 2, repeat: 0 };
      const cause = `${kind}/${elementId}`;
      const repeat = ofCause.get(cause) ?? 0;
      ofCause.set(cause, repeat + 1);
      if (candidate.templateId !== undefined) return { candidate, place: 0, repeat };
      return { candidate, place: repeat === 0 ? 1 : 3, repeat };
    })
    .sort((a, b) => a.place - b.place || a.repeat - b.repeat)
    .slice(0, serviceLimits.preflightRisks)
    .map(({ candidate }) => candidate);
}

function mergedTemplates(
  before: readonly PreflightTemplateFinding[],
  found: readonly PreflightTemplateFinding[],
): PreflightTemplateFinding[] {
  const merged = new Map(before.map((finding) => [`${finding.kind}/${finding.templateId}`, finding]));
  for (const finding of found) {
    const key = `${finding.kind}/${finding.templateId}`;
    merged.set(key, { ...finding, rows: finding.rows + (merged.get(key)?.rows ?? 0) });
  }
  return [...merged.values()];
}
