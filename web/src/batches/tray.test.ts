import type { Batch, BatchEvent } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { emptyTray, inOrder, paceOf, withEvent, withSnapshot } from './tray.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const buildBatch = (more: Partial<Batch> = {}): Batch => ({
  _id: 'b1',
  kind: 'generate',
  title: 'Course',
  state: 'running',
  rev: 5,
  total: 100,
  done: 10,
  failed: 0,
  cancelled: 0,
  signed: true,
  createdAt: new Date(start - 10_000).toISOString(),
  startedAt: new Date(start - 10_000).toISOString(),
  createdBy: 'Rosa',
  ...more,
});
const buildEvent = (more: Partial<BatchEvent> = {}): BatchEvent => ({
  tenantId: 't1',
  batchId: 'b1',
  kind: 'generate',
  state: 'running',
  rev: 6,
  total: 100,
  done: 20,
  failed: 1,
  cancelled: 0,
  ...more,
});
const shown = withSnapshot(emptyTray('t1'), [buildBatch()], start);

describe('an event', () => {
  it('updates the counts', () => {
    const { jobs } = withEvent(shown, buildEvent(), start + 200);
    expect(jobs.get('b1')?.batch).toMatchObject({ rev: 6, done: 20, failed: 1, title: 'Course' });
  });

  it('with an older or equal rev is dropped, in any order', () => {
    const newest = withEvent(shown, buildEvent({ rev: 9, done: 60 }), start + 200);
    expect(withEvent(newest, buildEvent({ rev: 7, done: 30 }), start + 300)).toBe(newest);
    expect(withEvent(newest, buildEvent({ rev: 9, done: 60 }), start + 300)).toBe(newest);
  });

  it('of another tenant is dropped', () => {
    expect(withEvent(shown, buildEvent({ tenantId: 't2' }), start)).toBe(shown);
  });

  it('of an unknown batch requests the list once', () => {
    const after = withEvent(shown, buildEvent({ batchId: 'b2' }), start);
    expect([...after.unknown]).toEqual(['b2']);
    expect(withEvent(after, buildEvent({ batchId: 'b2', rev: 7 }), start)).toBe(after);
    const known = withSnapshot(after, [buildBatch({ _id: 'b2', rev: 7 })], start);
    expect(known.unknown.size).toBe(0);
    expect(known.jobs.size).toBe(2);
  });
});

describe('a snapshot', () => {
  it('older than an event does not lower the counts', () => {
    const ahead = withEvent(shown, buildEvent({ rev: 9, done: 60 }), start + 200);
    const after = withSnapshot(ahead, [buildBatch({ rev: 7, done: 30, title: 'Renamed' })], start + 300);
    expect(after.jobs.get('b1')?.batch).toMatchObject({ rev: 9, done: 60, title: 'Renamed' });
  });

  it('of the same rev adds the fields that events lack', () => {
    const ended = withEvent(shown, buildEvent({ rev: 9, state: 'done', done: 100 }), start + 200);
    const download = { fileName: 'a.zip', size: 1, url: '/d/x', keptUntil: '2026-11-21T00:00:00Z' };
    const after = withSnapshot(
      ended,
      [buildBatch({ rev: 9, state: 'done', done: 100, download })],
      start + 300,
    );
    expect(after.jobs.get('b1')?.batch.download).toEqual(download);
  });

  it('after a disconnect includes the missed events', () => {
    const after = withSnapshot(shown, [buildBatch({ rev: 40, done: 90 })], start + 60_000);
    expect(after.jobs.get('b1')?.batch).toMatchObject({ rev: 40, done: 90 });
  });
});

describe('the rate', () => {
  const job = (state: typeof shown) => state.jobs.get('b1')!;

  it('is that of the last seconds once they have counts', () => {
    let state = shown;
    for (const second of [1, 2, 3, 4]) {
      state = withEvent(
        state,
        buildEvent({ rev: 5 + second, done: 10 + 5 * second, failed: 0 }),
        start + second * 1000,
      );
    }
    expect(paceOf(job(state))).toEqual({ perSecond: 5, secondsLeft: 14 });
  });

  it('on a page just opened is the average since the batch began', () => {
    expect(paceOf(job(shown))).toEqual({ perSecond: 1, secondsLeft: 90 });
    const again = withSnapshot(shown, [buildBatch()], start + 300);
    expect(paceOf(job(again))?.perSecond).toBeCloseTo(10 / 10.3);
  });

  it('is undefined while nothing is done', () => {
    const { startedAt: _none, ...waiting } = buildBatch({ done: 0, state: 'queued' });
    expect(paceOf(job(withSnapshot(emptyTray('t1'), [waiting], start)))).toBeUndefined();
  });
});

describe('the order', () => {
  it('is running batches by request time, then ended ones, newest first', () => {
    const at = (second: number): string => new Date(start + second * 1000).toISOString();
    const state = withSnapshot(
      emptyTray('t1'),
      [
        buildBatch({ _id: 'old', state: 'done', endedAt: at(1) }),
        buildBatch({ _id: 'second', createdAt: at(5) }),
        buildBatch({ _id: 'new', state: 'cancelled', endedAt: at(9) }),
        buildBatch({ _id: 'first', createdAt: at(4) }),
      ],
      start,
    );
    expect(inOrder(state).map(({ batch }) => batch._id)).toEqual(['first', 'second', 'new', 'old']);
  });
});
