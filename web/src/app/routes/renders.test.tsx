// @vitest-environment jsdom
import type { BatchEvent } from '@sello/contracts';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import type * as Naming from '../../features/batches/naming.ts';
import type * as Names from '../../ui/name/Name.tsx';
import { type OpenedScreen, openScreen } from './open-screen.fixture.tsx';

/** The texts of `Name` rendered since the last reset; every row contains one and it is not memoized. */
const drawn: string[] = [];
vi.mock('../../ui/name/Name.tsx', async (original) => {
  const { Name } = await original<typeof Names>();
  return {
    Name: (props: ComponentProps<typeof Names.Name>) => {
      drawn.push(props.text ?? '');
      return <Name {...props} />;
    },
  };
});

vi.mock('../../features/batches/naming.ts', async (original) => {
  const naming = await original<typeof Naming>();
  return {
    ...naming,
    titleOf: (...given: Parameters<typeof Naming.titleOf>) => {
      drawn.push(`Job ${given[0]._id}`);
      return naming.titleOf(...given);
    },
  };
});

/** The rendered texts with this prefix, without duplicates. */
async function drawnBy(work: () => unknown, front: string): Promise<string[]> {
  drawn.length = 0;
  await opened!.settle(work);
  return [...new Set(drawn.filter((text) => text.startsWith(front)))];
}
const askAgain = () => queryClient.invalidateQueries();

/** Socket listeners by event, so that a test can emit one. */
const listeners = new Map<string, (event: unknown) => void>();
vi.mock('socket.io-client', () => ({
  io: () => ({
    connected: true,
    active: true,
    on: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    disconnect: () => undefined,
  }),
}));

const observers = (): number =>
  queryClient
    .getQueryCache()
    .getAll()
    .reduce((sum, query) => sum + query.observers.length, 0);

/** At most one page of students with distinct names. */
function withStudents(count: number) {
  const fixture = createFixture();
  const [first] = fixture.students;
  fixture.students = Array.from({ length: count }, (_, place) => ({
    ...first!,
    _id: (place + 1).toString(16).padStart(24, '0'),
    fullName: `Person ${place + 1}`,
  }));
  fixture.total = count;
  return fixture;
}

/** The event of the running batch with one more certificate done. */
function oneMore({ tenants, batches }: Fixture): BatchEvent {
  const { _id, kind, state, total, failed, cancelled, rev, done } = batches[0]!;
  const counts = { total, done: done + 1, failed, cancelled };
  return { tenantId: tenants[0]!._id, batchId: _id, kind, state, rev: rev + 1, ...counts };
}

let opened: OpenedScreen | undefined;
beforeEach(() => localStorage.setItem('sello.tray', 'open'));
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  listeners.clear();
});

describe('the list of students', () => {
  it('observes permissions in one place, however many rows there are', async () => {
    const counts: number[] = [];
    for (const rows of [1, 25]) {
      opened = await openScreen('/students', withStudents(rows));
      expect(opened.place.querySelectorAll('tbody tr')).toHaveLength(rows);
      counts.push(observers());
      await opened.close();
    }
    opened = undefined;
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThan(12);
  });

  it('renders only the selected row again, and none for a batch event or an unchanged answer', async () => {
    const fixture = withStudents(25);
    opened = await openScreen('/students', fixture);
    const boxes = opened.place.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]');
    expect(await drawnBy(() => boxes[3]!.click(), 'Person ')).toEqual(['Person 4']);
    expect(boxes[3]!.checked).toBe(true);
    expect(await drawnBy(() => listeners.get('batch')!(oneMore(fixture)), 'Person ')).toEqual([]);
    expect(await drawnBy(askAgain, 'Person ')).toEqual([]);

    fixture.students = fixture.students.map((student, place) =>
      place === 7 ? { ...student, fullName: 'Person renamed' } : student,
    );
    expect(await drawnBy(askAgain, 'Person ')).toEqual(['Person renamed']);
  });
});

describe('a selection beyond the page', () => {
  it('requests counts instead of students', async () => {
    const fixture = withStudents(25);
    fixture.total = 3_000;
    opened = await openScreen('/students', fixture);
    const { place, calls, settle } = opened;
    calls.length = 0;
    await settle(() => place.querySelector<HTMLElement>('tbody input[type=checkbox]')!.click());
    await settle(() => place.querySelector<HTMLElement>('.allbar .link')!.click());
    expect(place.querySelector('.toolbar')?.textContent).toContain('3,000');
    const asked = calls.filter((call) => call.startsWith('students '));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((call) => !call.startsWith('students selection-counts'))).toEqual([]);
  });
});

describe('the tray of batches', () => {
  it('renders the running batch again, and ended ones only when they change', async () => {
    const fixture = withStudents(1);
    opened = await openScreen('/students', fixture);
    const running = fixture.batches[0]!._id;
    expect(opened.place.querySelectorAll('.job')).toHaveLength(fixture.batches.length);
    const event = oneMore(fixture);
    expect(await drawnBy(() => listeners.get('batch')!(event), 'Job ')).toEqual([`Job ${running}`]);
    expect(opened.place.querySelector('.tray')?.textContent).toContain(String(event.done));
    const again = await drawnBy(() => listeners.get('connect')!(undefined), 'Job ');
    expect(again.filter((job) => job !== `Job ${running}`)).toEqual([]);
  });
});

describe('the table of', () => {
  it('organizations renders no row for a dialog or an unchanged answer, and only the one that changed', async () => {
    const fixture = createFixture();
    fixture.roles = ['super_admin'];
    const [first] = fixture.organizations;
    fixture.organizations = Array.from({ length: 12 }, (_, place) => ({
      ...first!,
      _id: (place + 1).toString(16).padStart(24, '0'),
      name: `Organization ${place}`,
    }));
    opened = await openScreen('/organizations', fixture);
    const confirm = opened.place.querySelector<HTMLElement>('tbody .btn')!;
    expect(await drawnBy(askAgain, 'Organization ')).toEqual([]);
    fixture.organizations = fixture.organizations.map((one, place) =>
      place === 3 ? { ...one, name: 'Organization renamed' } : one,
    );
    expect(await drawnBy(askAgain, 'Organization ')).toEqual(['Organization renamed']);
    // The dialog shows the name of its organization.
    await drawnBy(() => confirm.click(), 'Organization ');
    expect(document.querySelector('.dialog')).not.toBeNull();
    expect(drawn.filter((text) => text === 'Organization 5')).toEqual([]);
  });

  it('certificates renders no row for a dialog or an unchanged answer, and only the one that changed', async () => {
    const fixture = createFixture();
    const [first] = fixture.certificates.certificates;
    fixture.certificates.certificates = Array.from({ length: 8 }, (_, place) => ({
      ...first!,
      id: (place + 1).toString(16).padStart(24, '0'),
      name: `Certificate ${place}`,
    }));
    opened = await openScreen(`/settings/${fixture.tenants[0]!._id}/certificates`, fixture);
    expect(await drawnBy(askAgain, 'Certificate ')).toEqual([]);
    const upload = opened.place.querySelector<HTMLElement>('.all-certificates .btn')!;
    expect(await drawnBy(() => upload.click(), 'Certificate ')).toEqual([]);
    expect(document.querySelector('.dialog')).not.toBeNull();
    fixture.certificates.certificates = fixture.certificates.certificates.map((one, place) =>
      place === 3 ? { ...one, name: 'Certificate renamed' } : one,
    );
    expect(await drawnBy(askAgain, 'Certificate ')).toEqual(['Certificate renamed']);
  });
});
