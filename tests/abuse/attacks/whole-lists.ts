import { gunzipSync } from 'node:zlib';
import type { StudentFields } from '@sello/store';
import type { Attack } from '../attack.ts';
import { sendRequests } from '../attackers/attackers.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';

/** A student with every field. */
export const buildStudent = (index: number): StudentFields => ({
  fullName: `Alumna Número ${index}`,
  idNumber: `W-${index}`,
  email: `w${index}@abuse.example`,
  country: 'Peru',
  startDate: '2026-03-03',
  endDate: '2026-10-30',
  scoreNumeric: 9,
  scoreLetter: undefined,
  showScoreLetter: true,
  showScoreNumeric: true,
  templateId: undefined,
  custom: { module: 'III', teacher: 'Quispe' },
});

export const wholeLists: Attack = {
  name: 'whole-lists',
  title: 'streams lists without a limit, one at a time per user',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const count = size === 'sample' ? 3_000 : 60_000;
    const add = Array.from({ length: count }, (_, index) => buildStudent(index));
    await abuse.store.students.saveMany(tenant, { add, update: [] });
    const headers = {
      authorization: `Bearer ${await person.token()}`,
      'x-tenant-id': tenant,
      // As browsers do: compressing costs the server more than sending.
      'accept-encoding': 'gzip',
    };
    const url = `${abuse.stack.app}/api/students?fn=list`;
    const requests = { lookUp: abuse.lookUp, check: abuse.honestChecks().check };
    const lists = 8;
    const attack = () => sendRequests({ url, headers, count: lists, atOnce: lists, keep: true });
    const { result, memoryMb } = await abuse.memoryDuring('bff', () =>
      measureDuring(attack, { requests, size }),
    );
    const { statuses, bodies } = result.result;
    const whole = bodies.filter((body) => isWhole(body, count + 1)).length;
    const refused = statuses[429] ?? 0;
    const faults = lists - whole - refused;
    return { rows: count, whole, refused, faults, ...figuresOf(result.times), memoryMb };
  },
  bounds: { whole: { min: 1 }, faults: { max: 0 }, lookUpWorstMs: { max: 2_000 }, memoryMb: { max: 120 } },
};

function isWhole(body: Uint8Array, rows: number): boolean {
  const { items, total } = JSON.parse(gunzipSync(body).toString()) as { items: unknown[]; total: number };
  return items.length === rows && total === rows;
}
