import { preflightKeys } from '@sello/blobs';
import {
  type JobData,
  type PreflightRisk,
  type PreflightState,
  preflightRequest,
  preflightRows,
  preflightState,
  serviceLimits,
} from '@sello/contracts';
import { isAppError, isRowError } from '@sello/kit';
import type { RenderThread } from '@sello/render';
import { createDesignSources } from '../issuing/design-sources.ts';
import { findStudentImages } from '../issuing/student-images.ts';
import { checkRows } from './check-rows.ts';
import type { PreflightDependencies } from './dependencies.ts';
import { drawRow } from './pictures.ts';
import { readAhead } from './rows-ahead.ts';
import { openSlice, type SliceContext, templatesOf } from './slice.ts';
import { type CheckedRow, withCounts, withSlice } from './tally.ts';

/** Lays out the rows of a request before they are issued. Nothing is written but temporary objects. */
export interface Preflights {
  /**
   * Checks rows from `from` on for about a second, or draws the riskiest when all are checked. Returns where the next
   * slice begins, `undefined` at the end or when the person has left. A repeated slice goes on where its predecessor
   * stored something last. Throws faults.
   */
  run(data: JobData<'preflight'>): Promise<number | undefined>;
  /** Says that it has failed. Throws faults. */
  fail(data: JobData<'preflight'>): Promise<void>;
}

/** What a job works with. */
interface SliceRun {
  data: JobData<'preflight'>;
  keys: ReturnType<typeof preflightKeys>;
  slice: SliceContext;
  /** Whether other work has its turn. */
  isOver(): boolean;
}

export function createPreflights(dependencies: PreflightDependencies): Preflights {
  const { store, blobs, threads, publish } = dependencies;
  const sources = createDesignSources(store, blobs);
  const betweenEventsMs = 1_000 / serviceLimits.progressPerSecond;

  /** The stored object; `undefined` when the person has left, or it was swept. */
  async function read<Value>(
    key: string,
    schema: { parse(stored: unknown): Value },
  ): Promise<Value | undefined> {
    try {
      return schema.parse(JSON.parse((await blobs.read(key)).toString('utf8')));
    } catch (error) {
      if (isAppError(error, 'object_missing')) return undefined;
      throw error;
    }
  }
  const write = (key: string, value: unknown) => blobs.put(key, Buffer.from(JSON.stringify(value)));

  function notify({ tenantId, preflightId }: JobData<'preflight'>, counted: PreflightState): void {
    const { state, total, checked, cannot, remarks } = counted;
    publish({ tenantId, preflightId, state, total, checked, cannot, remarks });
  }

  /** Checks rows until the time is over, and stores what it has found; a page of findings while the next one is made. */
  async function check(
    { data, keys, slice, isOver }: SliceRun,
    thread: RenderThread,
    before: PreflightState,
  ): Promise<PreflightState | undefined> {
    const { checked: from, total } = before;
    const pageSize = serviceLimits.preflightPage;
    const source = readAhead(dependencies, data.tenantId, {
      ...{ pageSize, total },
      pageOf: (page) => read(keys.rows(page), preflightRows),
    });
    const stored: { key: string; writing: Promise<unknown> }[] = [];
    let after = before;
    let page: CheckedRow[] = [];
    let notifiedAt = performance.now();
    async function keepPage(): Promise<void> {
      const { checked } = after;
      const key = keys.findings({ from: checked, to: checked + page.length });
      const writing = write(
        key,
        page.flatMap((row) => row.findings),
      );
      writing.catch(() => undefined);
      stored.push({ key, writing });
      after = withSlice(after, page, await templatesOf(slice, page));
      page = [];
    }
    for await (const rows of checkRows(slice, thread, { source, from, total, isOver })) {
      page.push(...rows);
      if ((after.checked + page.length) % pageSize === 0) await keepPage();
      if (performance.now() - notifiedAt < betweenEventsMs) continue;
      notifiedAt = performance.now();
      notify(data, withCounts(after, page));
    }
    if (page.length > 0) await keepPage();
    // Without rows the person has left.
    if (stored.length === 0) return undefined;
    await Promise.all(stored.map(({ writing }) => writing));
    const current = await advance(data, before, after);
    if (current === undefined) await Promise.all(stored.map(({ key }) => blobs.delete(key)));
    return current;
  }

  /**
   * Stores how far it is. Returns what holds now: a worker that was thought dead may have gone on meanwhile; `undefined`
   * if the person has left.
   */
  async function advance(
    { tenantId, preflightId }: JobData<'preflight'>,
    before: PreflightState,
    after: PreflightState,
  ): Promise<PreflightState | undefined> {
    const { state: key } = preflightKeys(tenantId, preflightId);
    const current = await read(key, preflightState);
    const isAsBefore =
      current?.state === before.state &&
      current.checked === before.checked &&
      current.risks.length === before.risks.length;
    if (!isAsBefore) return current;
    await write(key, after);
    return after;
  }

  /** Draws the riskiest rows that are not drawn yet, and ends. */
  async function end(
    { data, keys, slice }: SliceRun,
    thread: RenderThread,
    state: PreflightState,
  ): Promise<void> {
    let current = state;
    const compiled = new Map<string, ReturnType<RenderThread['compile']>>();
    // All at once, so that one is laid out while another is painted or stored; stored in their order.
    const left = state.candidates.slice(state.risks.length).map((candidate) => {
      const drawn = draw(candidate);
      drawn.catch(() => undefined);
      return { candidate, drawn };
    });
    for (const { candidate, drawn } of left) {
      const { png, mark } = await drawn;
      if (png) await blobs.put(keys.picture(current.risks.length), png);
      const { finding } = candidate;
      const risk: PreflightRisk = { finding, hasPicture: png !== undefined, ...(mark && { mark }) };
      const next = { ...current, risks: [...current.risks, risk], at: Date.now() };
      if ((await advance(data, current, next)) !== next) return;
      current = next;
    }
    const ended: PreflightState = { ...current, state: 'done', at: Date.now() };
    if ((await advance(data, current, ended)) === ended) notify(data, ended);

    async function draw({ finding, templateId }: PreflightState['candidates'][number]) {
      const nothing = { png: undefined, mark: undefined };
      if (templateId === undefined) return nothing;
      const [template, student] = await Promise.all([
        slice.template(templateId),
        store.students.get(data.tenantId, finding.studentId),
      ]);
      // Deleted since it was checked.
      if (template === null || student === null) return nothing;
      const images = await findStudentImages(store, blobs, data.tenantId, [student]);
      try {
        const row = await slice.rowOf(student, template, images);
        const { pictures } = dependencies;
        return await drawRow(template, row, finding.elementId, { thread, pictures, compiled });
      } catch (error) {
        if (isRowError(error)) return nothing;
        throw error;
      }
    }
  }

  return {
    async run(data) {
      const keys = preflightKeys(data.tenantId, data.preflightId);
      const [request, state] = await Promise.all([
        read(keys.request, preflightRequest),
        read(keys.state, preflightState),
      ]);
      if (request === undefined || state === undefined || state.state !== 'running') return undefined;
      // The slice was stored, and its worker died before it enqueued the next one.
      if (state.checked > data.from) return state.checked;
      const until = performance.now() + serviceLimits.preflightSliceMs;
      const isOver = () => performance.now() > until;
      const slice = await openSlice(dependencies, sources, data, request.values);
      return threads.use(async (thread) => {
        const running = { data, keys, slice, isOver };
        let current = state;
        if (state.checked < state.total) {
          const after = await check(running, thread, state);
          if (after === undefined) return undefined;
          notify(data, after);
          if (after.state !== 'running') return undefined;
          if (isOver() || after.checked < after.total) return after.checked;
          current = after;
        }
        await end(running, thread, current);
        return undefined;
      });
    },

    async fail(data) {
      const keys = preflightKeys(data.tenantId, data.preflightId);
      const state = await read(keys.state, preflightState);
      if (state === undefined || state.state !== 'running') return;
      const failed: PreflightState = { ...state, state: 'failed', at: Date.now() };
      await write(keys.state, failed);
      notify(data, failed);
    },
  };
}
