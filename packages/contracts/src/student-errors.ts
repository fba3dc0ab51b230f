/** The errors of students and of their import, a part of the closed list. */
export const studentErrors = {
  student_not_found: { status: 404, atRow: true, helps: ['restore'], message: 'Student not found' },
  student_erased: { status: 410, atRow: true, helps: [], message: 'Erased at the holder’s request' },
  full_name_required: { status: 400, helps: ['file'], message: 'fullName is required' },
  email_required: { status: 400, helps: ['file'], message: 'Email is required' },
  email_invalid: { status: 400, helps: ['file'], message: 'Invalid email format' },
  score_numeric_invalid: { status: 400, helps: ['file'], message: 'Numeric score must be between 0 and 10' },
  score_letter_invalid: {
    status: 400,
    helps: ['file'],
    message: 'Invalid letter grade format (A-F with optional +/-)',
  },
  date_invalid: { status: 400, helps: ['file'], message: 'Dates must be written YYYY-MM-DD' },
  date_order: { status: 400, helps: ['file'], message: 'The end date is before the start date' },
  country_unknown: { status: 400, helps: ['file'], message: 'Unknown country' },
  import_running: {
    status: 409,
    retryable: true,
    message: 'Somebody else of this organization is importing students just now. Try again in a moment.',
  },
  import_not_found: {
    status: 404,
    atRow: true,
    helps: ['file'],
    message: 'Choose the file again: it is not kept any more',
  },
  import_dates_open: { status: 400, message: 'Say which comes first in the dates, day or month' },
  date_impossible: { status: 400, helps: ['file'], message: '{text} is no day' },
  id_number_repeated: { status: 400, helps: ['file'], message: 'The idNumber is in row {row} too' },
  csv_empty: { status: 400, message: 'CSV file is empty' },
  csv_columns_missing: { status: 400, message: 'Missing required columns: {columns}' },
  csv_columns_refused: {
    status: 400,
    message: 'Columns without a name of their own, or beyond {max}: {columns}',
  },
  csv_malformed: { status: 400, message: 'The file is not a readable CSV' },
  csv_encoding_unclear: {
    status: 400,
    message: 'Say in which encoding the file is written; it can be read as {encodings}',
  },
  csv_encoding_unknown: {
    status: 400,
    message: 'Unknown encoding. Give the label of one, such as windows-1251 or shift_jis',
  },
  csv_row_too_long: {
    status: 400,
    helps: ['file'],
    message:
      '“{text}” stands beyond the {columns} columns of the file. A value that contains the separator must be in quotes',
  },
  csv_row_longer: {
    status: 400,
    helps: ['file'],
    message:
      'The row has {cells} cells, the header {columns}. A value that contains the separator must be in quotes',
  },
  csv_cell_unnamed: {
    status: 400,
    helps: ['file'],
    message: '“{text}” stands in column {column}, which has no name',
  },
  text_undecodable: {
    status: 400,
    helps: ['file'],
    message:
      '“{text}” in {column} has characters that were lost, or that the encoding of the file does not have',
  },
  flag_unclear: { status: 400, helps: ['file'], message: '“{text}” in {column} is neither yes nor no' },
  csv_too_large: { status: 413, message: 'The CSV file is larger than 25 MB or 100,000 rows' },
} as const;
