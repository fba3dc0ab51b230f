/** A row of an import, in the form that the web sends. */
export type Cells = Record<string, string>;

const given = [
  'Lucía',
  'José',
  'Ana María',
  'Carlos',
  'Sofía',
  'João',
  'Élodie',
  '李',
  'محمد',
  'Zoë',
  'Thiago',
];
const family = [
  'Quispe',
  'Mamani',
  'Núñez',
  'dos Santos',
  'Huamán',
  'Müller',
  '小明',
  'العربي',
  'Rojas',
  'Souza',
];
const countries = ['Peru', 'Brazil', 'Chile', 'Mexico'];

/** `count` rows with the usual columns of a CSV; another round has other ID numbers. */
export function cellsOf(count: number, round: number): Cells[] {
  return Array.from({ length: count }, (_, at) => ({
    fullName: `${of(given, at)} ${of(family, at * 7)} ${of(family, at * 3 + round)} ${at % 977}`,
    idNumber: String(70_000_000 + round * count + at),
    email: `alumna.${at}@example.org`,
    country: of(countries, at),
    startDate: '2026-03-03',
    endDate: '2026-10-30',
    scoreNumeric: String((at % 100) / 10),
    scoreLetter: 'A',
    Curso: 'Ética profesional',
    Grupo: String(at % 30),
  }));
}

const of = (texts: readonly string[], at: number): string => texts[at % texts.length]!;
