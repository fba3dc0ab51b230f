/** Invented names for a class of students, all different, with accents, commas and quotes. */
const givenNames = [
  'María',
  'João',
  'Íñigo',
  'Beatriz',
  'Óscar',
  'Ximena',
  'Tomás',
  'Renata',
  'Caetano',
  'Pilar',
];
const middleNames = [
  'Fernanda',
  'Pedro',
  'del Carmen',
  'Antônio',
  'Inés',
  'Luís',
  'Noemí',
  'Sebastián',
  'Conceição',
  'Ángel',
];
const familyNames = [
  'Quispe',
  'Ñahui',
  'Albuquerque',
  'Peñaloza',
  'Magalhães',
  'Echeverría',
  'Yáñez',
  'Brandão',
  "d'Ávila",
  'Güiraldes',
];

export interface Pupil {
  fullName: string;
  idNumber: string;
  country: string;
  email: string;
}

export function pupils(count: number): Pupil[] {
  return Array.from({ length: count }, (_, index) => {
    const pick = (list: readonly string[], step: number): string =>
      list[Math.floor(index / step) % list.length]!;
    const family = pick(familyNames, 1);
    const plain = `${pick(givenNames, 10)} ${pick(middleNames, 7)} ${family} ${pick(familyNames, 3)}`;
    return {
      // Every ninth name contains a comma, so that the cell must be quoted.
      fullName: index % 9 === 4 ? `${family}, ${pick(givenNames, 10)} "${pick(middleNames, 7)}"` : plain,
      idNumber: `E2E-${String(index + 1).padStart(4, '0')}`,
      country: ['Perú', 'Brasil', 'España', 'MX', 'Portugal'][index % 5]!,
      email: `alumno.${index + 1}@correo.example`,
    };
  });
}

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A CSV file of these students, with three invalid rows at the given positions (0 = first data row). */
export function classCsv(good: readonly Pupil[], badAt: readonly [number, number, number]): string {
  const rows = good.map((pupil, index) => [
    ...[pupil.fullName, pupil.idNumber, pupil.country, pupil.email],
    ...[
      '2026-03-03',
      '2026-10-30',
      (index % 101) / 10 === 10 ? '10' : String((index % 100) / 10),
      ['A', 'B+', 'C-'][index % 3]!,
    ],
  ]);
  const bad = [
    ['', 'E2E-BAD-1', 'Peru', 'sin.nombre@correo.example', '2026-03-03', '2026-10-30', '9', 'A'],
    ['Fecha Imposible', 'E2E-BAD-2', 'Peru', 'fecha@correo.example', '2026-02-30', '2026-10-30', '9', 'A'],
    ['Nota Imposible', 'E2E-BAD-3', 'Peru', 'nota@correo.example', '2026-03-03', '2026-10-30', '12', 'A'],
  ];
  for (const [index, at] of badAt.entries()) rows.splice(at, 0, bad[index]!);
  const head = 'fullName,idNumber,country,email,startDate,endDate,scoreNumeric,scoreLetter';
  return `\uFEFF${[head, ...rows.map((row) => row.map(cell).join(','))].join('\r\n')}\r\n`;
}
