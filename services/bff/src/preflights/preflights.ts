import { type Blobs, preflightKeys } from '@sello/blobs';
import {
  groupOfFinding,
  newPreflightState,
  type PreflightFinding,
  type PreflightGroup,
  type PreflightKind,
  type PreflightReport,
  type PreflightRow,
  type PreflightState,
  preflightFindings,
  preflightState,
  serviceLimits,
} from '@sello/contracts';
import { AppError, isAppError, type Logger } from '@sello/kit';
import type { Queue } from '@sello/queue';
import { newId } from '@sello/store';
import pLimit from 'p-limit';

/** Which findings are asked for; all without a kind and a group. */
export interface FindingsQuery {
  kind?: PreflightKind | undefined;
  group?: PreflightGroup | undefined;
  limit: number;
  /** How many of them were given before. */
  from: number;
}

/** Has rows laid out in a render-worker before they are issued. Everything stored for it is temporary. */
export interface Preflights {
  /** Throws `unavailable`; then nothing is left. */
  start(
    tenantId: string,
    rows: readonly PreflightRow[],
    values: Readonly<Record<string, string>>,
  ): Promise<{ preflightId: string; total: number }>;
  /**
   * Throws `not_found`, and `worker_busy` if nothing was stored for some time and no worker runs. While workers run, it
   * waits for its turn, however long that takes.
   */
  report(tenantId: string, preflightId: string, query: FindingsQuery): Promise<PreflightReport>;
  /** A PNG. Throws `not_found`. */
  picture(tenantId: string, preflightId: string, place: number): Promise<Uint8Array>;
  /** The worker stops at the end of its slice. Throws `not_found`. */
  leave(tenantId: string, preflightId: string): Promise<void>;
}

const concurrentWrites = 8;
const jsonOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

export function createPreflights({
  blobs,
  queue,
  log,
}: {
  blobs: Blobs;
  queue: Pick<Queue<'bff'>, 'enqueue' | 'hasWorker'>;
  log: Logger;
}): Preflights {
  async function read(key: string): Promise<Buffer> {
    try {
      return await blobs.read(key);
    } catch (error) {
      throw isAppError(error, 'object_missing') ? new AppError('not_found') : error;
    }
  }

  async function stateOf(tenantId: string, preflightId: string): Promise<PreflightState> {
    const keys = preflightKeys(tenantId, preflightId);
    // Without its request a preflight was left; its last slice may have stored something afterwards.
    const [request, state] = await Promise.all([blobs.head(keys.request), read(keys.state)]);
    if (request === undefined) throw new AppError('not_found');
    return preflightState.parse(JSON.parse(state.toString('utf8')));
  }

  async function remove(tenantId: string, preflightId: string): Promise<void> {
    const { folder, request } = preflightKeys(tenantId, preflightId);
    await blobs.delete(request);
    const keys: string[] = [];
    for await (const { key } of blobs.list(folder)) keys.push(key);
    const atOnce = pLimit(concurrentWrites);
    await Promise.all(keys.map((key) => atOnce(() => blobs.delete(key))));
  }

  /** Has a job again if the queue has lost it: nobody else would enqueue it. */
  async function revive(tenantId: string, preflightId: string, from: number): Promise<void> {
    if (!(await queue.hasWorker('preflight'))) throw new AppError('worker_busy');
    await queue.enqueue('preflight', { tenantId, preflightId, from }, { inBackground: true });
  }

  /** Only slices that have some of the findings are read. */
  async function findings(
    tenantId: string,
    preflightId: string,
    { slices }: PreflightState,
    { kind, group, limit, from }: FindingsQuery,
  ): Promise<PreflightReport['findings']> {
    const keys = preflightKeys(tenantId, preflightId);
    const isAsked = (of: PreflightKind): boolean =>
      (kind === undefined || of === kind) && (group === undefined || groupOfFinding(of) === group);
    const items: PreflightFinding[] = [];
    let passed = 0;
    let total = 0;
    for (const slice of slices) {
      const count = slice.kinds.reduce((sum, of) => sum + (isAsked(of.kind) ? of.rows : 0), 0);
      total += count;
      const isBefore = total <= from;
      if (count > 0 && !isBefore && items.length < limit) {
        const json = (await read(keys.findings(slice))).toString('utf8');
        const stored = preflightFindings.parse(JSON.parse(json));
        const asked = stored.filter((finding) => isAsked(finding.kind));
        items.push(...asked.slice(Math.max(0, from - passed)).slice(0, limit - items.length));
      }
      passed = total;
    }
    const next = from + items.length;
    return { items, nextCursor: items.length > 0 && next < total ? String(next) : null };
  }

  return {
    async start(tenantId, rows, values) {
      const preflightId = newId();
      const keys = preflightKeys(tenantId, preflightId);
      const atOnce = pLimit(concurrentWrites);
      const pages = Array.from({ length: Math.ceil(rows.length / serviceLimits.preflightPage) }, (_, page) =>
        rows.slice(page * serviceLimits.preflightPage, (page + 1) * serviceLimits.preflightPage),
      );
      try {
        await Promise.all(
          pages.map((page, place) => atOnce(() => blobs.put(keys.rows(place), jsonOf(page)))),
        );
        await blobs.put(keys.state, jsonOf(newPreflightState(rows.length)));
        await blobs.put(keys.request, jsonOf({ total: rows.length, values }));
        await queue.enqueue('preflight', { tenantId, preflightId, from: 0 });
      } catch (error) {
        await remove(tenantId, preflightId).catch((cause: unknown) => {
          log.warn({ err: cause, preflightId }, 'a preflight could not be deleted; it is swept later');
        });
        throw error;
      }
      return { preflightId, total: rows.length };
    },

    async report(tenantId, preflightId, query) {
      const stored = await stateOf(tenantId, preflightId);
      const silentMs = stored.state === 'running' ? Date.now() - stored.at : 0;
      if (silentMs > serviceLimits.preflightStalledMs) await revive(tenantId, preflightId, stored.checked);
      const { at: _at, slices, candidates: _candidates, ...report } = stored;
      const kinds = new Map<PreflightKind, number>();
      for (const { kind, rows } of slices.flatMap((slice) => slice.kinds)) {
        kinds.set(kind, (kinds.get(kind) ?? 0) + rows);
      }
      return {
        ...report,
        waits: silentMs > serviceLimits.preflightWaitsMs,
        kinds: [...kinds].map(([kind, rows]) => ({ kind, rows })),
        findings: await findings(tenantId, preflightId, stored, query),
      };
    },

    async picture(tenantId, preflightId, place) {
      return read(preflightKeys(tenantId, preflightId).picture(place));
    },

    async leave(tenantId, preflightId) {
      await stateOf(tenantId, preflightId);
      await remove(tenantId, preflightId);
    },
  };
}
