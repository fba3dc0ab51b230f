const importId = '0'.repeat(23).concat('1');
export const importBatchId = '0'.repeat(23).concat('2');
export const importFile = { importId, fileName: 'padron-nacional-2026.csv', size: 12_400_000 };
export const importDates = {
  both: { count: 1944, example: { row: 3, text: '03/04/2026', day: '2026-04-03', month: '2026-03-04' } },
  dayFirst: { count: 47_102, example: { row: 2, text: '30/10/2026' } },
  monthFirst: { count: 0 },
};
export const importSummary = {
  ...{
    rows: 50_000,
    encoding: 'utf-8',
    delimiter: ';',
    columns: ['fullName', 'idNumber', 'scoreNumeric', 'ward'],
  },
  ...{
    added: 48_210,
    changed: 1604,
    same: 178,
    skipped: 0,
    failed: 8,
    known: 1782,
    already: 0,
    dates: importDates,
  },
};
const row = { changes: [], openDates: [] };
export const importRows = [
  {
    ...row,
    ...{ row: 2, fullName: 'Lucía Fernanda Quispe Mamani', will: 'added' },
    changes: [
      { field: 'startDate', to: '2026-03-03' },
      { field: 'scoreNumeric', to: '9.1' },
    ],
  },
  {
    ...row,
    ...{ row: 3, fullName: 'João Pedro Albuquerque Teixeira', will: 'changed', openDates: ['03/04/2026'] },
    changes: [
      { field: 'scoreNumeric', from: '8.4', to: '9.1' },
      { field: 'email', to: 'joao.teixeira@porto.example' },
      { field: 'custom.ward', from: 'Surgery', to: 'Emergency' },
    ],
  },
  { ...row, row: 5, fullName: 'Ximena Alejandra Peñaloza Rueda', will: 'same' },
  {
    ...row,
    ...{ row: 14, fullName: 'Sebastián Ruiz-Tagle Undurraga', will: 'failed' },
    error: { code: 'score_numeric_invalid', message: 'Numeric score must be between 0 and 10' },
  },
  {
    ...row,
    ...{ row: 16, fullName: 'Íñigo Echeverría Zubizarreta', will: 'failed' },
    error: { code: 'date_impossible', message: '30/02/2026 is no day', details: { text: '30/02/2026' } },
  },
];
/** The answer for a file that does not say its encoding. */
export const importEncodings = {
  ...importSummary,
  ...{ rows: 0, added: 0, changed: 0, same: 0, failed: 0, known: 0, encoding: 'windows-1251' },
  encodings: [
    {
      encoding: 'windows-1251',
      samples: ['Анна Сергеевна Соколова', 'Дмитрий Олегович Шевченко', 'Игорь Петров'],
    },
    {
      encoding: 'koi8-r',
      samples: ['юММЮ яЕПЦЕЕБМЮ яНЙНКНБЮ', 'дЛХРПХИ нКЕЦНБХВ ьЕБВЕМЙН', 'хЦНПЭ оЕРПНБ'],
    },
    {
      encoding: 'windows-1252',
      samples: ['Àííà Ñåðãååâíà Ñîêîëîâà', 'Äìèòðèé Îëåãîâè÷ Øåâ÷åíêî', 'Èãîðü Ïåòðîâ'],
    },
    {
      encoding: 'iso-8859-15',
      samples: ['Àííà Ñåðãååâíà Ñîêîëîâà', 'Äìèòðèé Îëåãîâè÷ Øåâ÷åíêî', 'Èãîðü Ïåòðîâ'],
    },
  ],
};
const counts = { added: 48_205, changed: 1604, same: 178, skipped: 0, failed: 13, failedEarly: 8 };

/** The server's answers to an import. */
export const importAnswers = {
  'students import-file': importFile,
  'students import-read': importSummary,
  'students import-preview': { items: importRows, nextCursor: 19 },
  'students import-start': { batchId: importBatchId },
  'students import-result': { ...counts, cancelled: 0 },
  'students import-failed': { columns: importSummary.columns, items: [], nextCursor: null },
};
