import type { AskedVariable } from '@sello/contracts';

/** What the templates of the fixture ask for once. */
export function askedOf(stretch: (text: string) => string): AskedVariable[] {
  const line = { kind: 'text', entry: { as: 'line' }, rows: 5, own: 0 } as const;
  return [
    {
      ...{ ...line, key: 'course', label: 'Course', required: true, own: 2 },
      sample: stretch('Hospital Pharmacy: Dispensing and Stewardship'),
      last: stretch('Hospital Pharmacy'),
    },
    { ...line, key: 'hours', label: 'Duration', required: false, sample: '120 hours' },
    { ...line, key: 'day', label: 'Held on', kind: 'date', required: false, sample: '2026-11-14' },
    { ...line, key: 'place', label: stretch('Place'), required: false, sample: 'Lima' },
    {
      ...{
        ...line,
        key: 'modules',
        label: 'Programme',
        required: false,
        sample: 'Anatomy|40; Physiology|32',
      },
      entry: { as: 'rows', rowSeparator: ';', columnSeparator: '|', columns: ['Module', 'Hours'] },
      last: 'Dispensing|40; Stewardship of antibiotics|32; Stock and cold chain|48',
    },
    {
      ...line,
      key: 'signatory1',
      label: 'Who signs',
      required: false,
      sample: 'Elena Duarte',
      last: 'Rosa Ccori',
    },
    {
      ...line,
      key: 'signatory1Role',
      label: 'Role',
      required: false,
      sample: 'Director',
      last: 'Academic secretary',
    },
  ];
}

/** Who signs for the organization of the fixture. */
export const signatoriesOf = (): { name: string; role: string }[] => [
  { name: 'Rosa Ccori', role: 'Academic secretary' },
  { name: 'Marco Salas', role: 'Director' },
];
