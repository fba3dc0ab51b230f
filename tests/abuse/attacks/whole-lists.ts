import type { StudentFields } from '@sello/store';
import type { Attack } from '../attack.ts';

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
  title: 'streams lists without a limit, one at a time for a person',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const count = size === 'sample' ? 6_000 : 60_000;
    const add = Array.from({ length: count }, (_, index) => buildStudent(index));
    await abuse.store.students.saveMany(tenant, { add, update: [] });
    let whole = 0;
    let refused = 0;
    const list = async (): Promise<void> => {
      const response = await person.fetch('/api/students?fn=list', { headers: { 'x-tenant-id': tenant } });
      if (response.status === 429) refused++;
      if (response.status !== 200) return void (await response.arrayBuffer());
      const { items, total } = (await response.json()) as { items: unknown[]; total: number };
      if (items.length === count + 1 && total === count + 1) whole++;
    };
    const attack = () => Promise.all(Array.from({ length: 8 }, list));
    const { result, memoryMb } = await abuse.memoryDuring('bff', () => abuse.beside(attack));
    const { worstMs, medianMs, quietMs } = result;
    return { rows: count, whole, refused, faults: 8 - whole - refused, quietMs, medianMs, worstMs, memoryMb };
  },
  bounds: { whole: { min: 1 }, faults: { max: 0 }, worstMs: { max: 2_000 }, memoryMb: { max: 120 } },
};
