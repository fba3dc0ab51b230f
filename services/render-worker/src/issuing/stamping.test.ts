import { printVariable } from '@sello/design';
import type { StampRow } from '@sello/render';
import type { BatchItemRecord, StudentRecord, TenantRecord } from '@sello/store';
import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import { createHeavyMutex } from './heavy-mutex.ts';
import { type StampingDependencies, stampRows } from './stamping.ts';
import { noFacts, type ReadyTemplate } from './templates.ts';

const students = new Map([['s', { _id: 's', custom: {} } as StudentRecord]]);
const item = {
  ...{ tenantId: 't', index: 0, studentId: 's', revisionId: 'r' },
  ...{ certId: 'c', issuedAt: new Date() },
} as BatchItemRecord;

it('postpones heavy rows at once while another chunk holds the mutex, and after a time slice otherwise', async () => {
  let compiling = 0;
  const templates = {
    factsOf: async () => ({
      isHeavy: true,
      images: [],
      hasSealPaint: false,
      ownColumns: [],
      rowValues: { own: () => ({}), course: () => '' },
    }),
    ready: () => {
      compiling++;
      return new Promise<ReadyTemplate>(() => undefined);
    },
  };
  const heavyMutex = createHeavyMutex();
  const dependencies = {
    ...{ tenant: {} as TenantRecord, identity: { kind: 'unproven' }, students },
    studentImages: { read: async () => undefined },
    artworkOf: () => ({}),
    ...{ templates, signing: undefined, publicUrl: 'https://sello.example', heavyMutex, limit: pLimit(1) },
  } as unknown as StampingDependencies;
  const slice = heavyMutex.tryAcquire();
  expect(await stampRows([item], dependencies)).toEqual([{ item, isPostponed: true }]);
  expect(compiling).toBe(0);
  slice?.release();
  // The holder of the mutex waits no longer than its time slice.
  expect(await stampRows([item, { ...item, index: 1 }], dependencies)).toMatchObject([
    { isPostponed: true },
    { isPostponed: true },
  ]);
  expect(compiling).toBe(1);
});

it('prints and records the day of issue of the template’s place, else the organization’s', async () => {
  const printedIn = async (
    zones: { own?: string; organization?: string },
    reprint?: StampingDependencies['reprint'],
  ) => {
    const rows: StampRow[] = [];
    const stamp = async (row: StampRow) => rows.push(row);
    const compiled = { isHeavyFor: () => false, stamp };
    const facts = { ...noFacts, ...(zones.own !== undefined && { timeZone: zones.own }) };
    const templates = { factsOf: async () => facts, ready: async () => ({ compiled, name: 'Diploma' }) };
    const [stamped] = await stampRows([{ ...item, issuedAt: new Date('2026-03-15T01:00:00Z') }], {
      ...{
        tenant: { timeZone: zones.organization } as TenantRecord,
        identity: { kind: 'unproven' },
        students,
      },
      studentImages: { read: async () => undefined },
      ...{ artworkOf: () => ({}), templates, signing: undefined, publicUrl: 'https://sello.example' },
      ...{ heavyMutex: createHeavyMutex(), limit: pLimit(1), ...(reprint && { reprint }) },
    } as unknown as StampingDependencies);
    expect(stamped).toMatchObject({ printed: { issuedOn: rows[0]!.certificate.issuedOn } });
    const setting = { locale: 'es', dateStyle: 'long', variables: [] } as const;
    return printVariable('certificate.issuedAt', rows[0]!, { ...setting, variables: [] });
  };
  expect(await printedIn({ organization: 'America/Lima' })).toBe('14 de marzo de 2026');
  expect(await printedIn({ own: 'UTC', organization: 'America/Lima' })).toBe('15 de marzo de 2026');
  expect(await printedIn({})).toBe('15 de marzo de 2026');
  // A file that is made again prints what it printed, wherever its organization is now.
  const before = { issuedOn: '2026-03-14' };
  expect(await printedIn({ organization: 'Asia/Tokyo' }, before)).toBe('14 de marzo de 2026');
  expect(await printedIn({ organization: 'America/Lima' }, { issuedOn: undefined })).toBe(
    '15 de marzo de 2026',
  );
});
