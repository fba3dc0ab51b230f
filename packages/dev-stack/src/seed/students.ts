/** The students of the demo organization: invented people, by the columns of an import. */
type Row = [fullName: string, idNumber: string, country: string, score: number, letter: string];

const course = { startDate: '2026-03-02', endDate: '2026-10-30' };

const rows: Row[] = [
  ['Lucía Fernanda Quispe Mamani', '70214485', 'Peru', 9.1, 'A'],
  ['João Guilherme Araújo Conceição', '318.442.907-61', 'Brazil', 8.4, 'B+'],
  ['Íñigo Echeverría Zubizarreta', '44871203K', 'Spain', 7.9, 'B'],
  ['María José Ñancupil Huenchumán', '18.402.771-3', 'Chile', 9.6, 'A+'],
  ['Antônio Sebastião Magalhães', '205.118.336-04', 'Brazil', 7.2, 'B-'],
  ['Ximena Yupanqui Ccallo', '71530926', 'Peru', 8.8, 'A-'],
  ['Inês Catarina Vasconcelos Brandão', '14620378', 'Portugal', 9.4, 'A'],
  ['José Ángel Peñaranda Güell', '1032478815', 'Colombia', 6.8, 'C+'],
  ['Thaís Corrêa Assunção', '447.902.115-28', 'Brazil', 9.0, 'A-'],
  ['Begoña Muñoz Larrañaga', '72109934M', 'Spain', 8.1, 'B+'],
  ['Wilmer Huamán Ayala', '45882017', 'Peru', 7.5, 'B'],
  ['Verónica Itzel Cárdenas Núñez', 'CANV980412', 'Mexico', 9.8, 'A+'],
  ['Estêvão Simões Falcão', '15877204', 'Portugal', 7.0, 'B-'],
  ['Rocío Belén Agüero', '39.774.120', 'Argentina', 8.6, 'A-'],
  ['Luís Otávio Guimarães Leão', '092.554.871-33', 'Brazil', 8.3, 'B+'],
  ['Nélida Condori Choque', '8340127 LP', 'Bolivia', 9.2, 'A'],
  ['Raúl Andrés Piñeiro Castaño', '1098653307', 'Colombia', 6.4, 'C'],
  ['Conceição da Graça Muxito', '004512983LA041', 'Angola', 8.9, 'A-'],
  ['Martín Ezequiel Olivé Ibáñez', '41.208.865', 'Argentina', 7.7, 'B'],
  ['Júlia Sant’Anna de Oliveira', '611.430.298-77', 'Brazil', 9.5, 'A+'],
  ['Óscar Fabián Quiñónez Loor', '0927714586', 'Ecuador', 8.0, 'B'],
  ['Bárbara Elisa Sepúlveda Cortés', '20.117.945-8', 'Chile', 8.7, 'A-'],
  ['Zé Miguel Nhantumbo', '110204719B', 'Mozambique', 7.3, 'B-'],
  ['Guadalupe Concepción Ortúzar y Ríos', 'OURG001130', 'Mexico', 9.3, 'A'],
  ['Flor de María Ticona Apaza', '73991058', 'Peru', 8.5, 'B+'],
];

function address(fullName: string): string {
  const words = fullName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L} ]/gu, '')
    .toLowerCase()
    .split(' ');
  return `${words[0]}.${words.at(-1)}@alumnos.example`;
}

/** Rows as `students?fn=import` takes them. */
export const demoStudents = rows.map(([fullName, idNumber, country, scoreNumeric, scoreLetter]) => ({
  fullName,
  idNumber,
  country,
  email: address(fullName),
  ...course,
  scoreNumeric,
  scoreLetter,
}));
