import { certificatesApi, type PreflightFinding, type PreflightReport } from '@sello/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../../../api/index.ts';
import { reading } from '../../../../api/reading.ts';
import { activeClient } from '../../../../api/tenant-client.ts';
import { preflightProgress } from '../../../../batches/preflight.ts';
import { activeTenant } from '../../../../state/activeTenant.ts';
import { useStarted } from '../../../../state/useStarted.ts';
import { useStore } from '../../../../state/useStore.ts';
import type { Agreed } from '../../many/growth.ts';
import { type CheckedRows, requestOf, type Started } from './start.ts';

/** Without a live connection the report is asked for this often, ms. */
const pollMs = 2_000;
const pageSize = 500;

/** The last check of this window, so that it is there when the person comes back, and what was checked. */
let last: (Started & { request: string }) | undefined;

export interface Preflight {
  report: PreflightReport | undefined;
  error: unknown;
  /** When this window began to watch, ms; with the rows that were checked then. */
  since: { at: number; checked: number } | undefined;
  preflightId: string | undefined;
  /** What the person has said of students who were added since the choice. */
  agreed: Agreed | undefined;
  /** Ends this check, if there is one, and begins another. */
  begin(): void;
}

/** Has the rows checked, or goes on with the check of the same rows that this window began before. */
export function usePreflight(
  start: (rows: CheckedRows) => Promise<Started | undefined>,
  {
    rows,
    values,
    onBack,
  }: {
    rows: CheckedRows;
    values: Readonly<Record<string, string>> | undefined;
    /** Called when the person gives it up before it has begun. */
    onBack: () => void;
  },
): Preflight {
  const queries = useQueryClient();
  const request = JSON.stringify([activeTenant.get(), requestOf(rows), values ?? {}]);
  const [started, setStarted] = useState(last?.request === request ? last : undefined);
  const preflightId = started?.preflightId;
  const beginning = useStarted();
  const [since, setSince] = useState<Preflight['since']>();
  const begun = useRef(false);

  const begin = (): void => {
    if (!isOver) leave(preflightId);
    setStarted(undefined);
    setSince(undefined);
    beginning.start(
      async () => {
        const answer = await start(rows);
        // Also when the dialog is closed by then: it is there when the person comes back.
        if (answer) last = { ...answer, request };
        return answer;
      },
      (answer) => (answer === undefined ? onBack() : setStarted({ ...answer, request })),
    );
  };
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // One of other rows is of no use any more.
    if (last && last.request !== request) leave(last.preflightId);
    if (preflightId === undefined) latest.current();
  }, [preflightId, request]);

  const options = reading(certificatesApi, 'preflight-report', {
    query: { preflightId: preflightId ?? '', limit: 1 },
  });
  const asked = useQuery({
    ...options,
    enabled: preflightId !== undefined,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'running' && !state.error ? pollMs : false),
  });
  const event = useStore(preflightProgress);
  const live = event !== null && event.preflightId === preflightId ? event : undefined;
  const hasEnded = live !== undefined && live.state !== 'running';
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: ['certificates', 'preflight-report'] });
  }, [hasEnded, queries]);

  // It was swept, or left in another window.
  const isGone = asked.error instanceof ApiError && asked.error.code === 'not_found';
  useEffect(() => {
    if (isGone) latest.current();
  }, [isGone]);

  const report = asked.data && withProgress(asked.data, live);
  // What was seen is not kept: the rows may be corrected before the next check. One that runs on is there again.
  const isOver = report !== undefined && report.state !== 'running';
  useEffect(() => (isOver ? () => leave(preflightId) : undefined), [isOver, preflightId]);
  const isWatched = report?.state === 'running';
  const checked = report?.checked ?? 0;
  useEffect(() => {
    if (isWatched) setSince((known) => known ?? { at: Date.now(), checked });
  }, [isWatched, checked]);

  return {
    report,
    error: beginning.error ?? (isGone ? undefined : asked.error),
    since,
    preflightId,
    agreed: started?.agreed,
    begin,
  };
}

function withProgress(
  report: PreflightReport,
  live: Pick<PreflightReport, 'checked' | 'cannot' | 'remarks'> | undefined,
): PreflightReport {
  if (live === undefined || report.state !== 'running' || live.checked < report.checked) return report;
  const { checked, cannot, remarks } = live;
  return { ...report, checked, cannot, remarks };
}

/** Nothing depends on it: what is left is swept. */
function leave(preflightId: string | undefined): void {
  if (preflightId === undefined) return;
  if (last?.preflightId === preflightId) last = undefined;
  call(certificatesApi, 'preflight-leave', { body: { preflightId } }).catch(() => undefined);
}

/** Every finding, or those that keep a row from being issued. */
export async function allFindings(preflightId: string, group?: 'cannot'): Promise<PreflightFinding[]> {
  const client = activeClient();
  const all: PreflightFinding[] = [];
  let cursor: string | null = null;
  do {
    const query = { preflightId, limit: pageSize, ...(group && { group }), ...(cursor && { cursor }) };
    const answer: PreflightReport = await client.call(certificatesApi, 'preflight-report', { query });
    all.push(...answer.findings.items);
    cursor = answer.findings.nextCursor;
  } while (cursor !== null);
  return all;
}
