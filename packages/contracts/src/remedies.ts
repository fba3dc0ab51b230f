/**
 * What helps against the error of a row, from the most usual to the rest. `printed`: correct what is printed, at the student
 * or in the values of the batch; `shorten` is the same for a text that is too long. `fonts` and `operator`: the people who
 * run the server can help. `again`: issue a certificate anew.
 */
export const remedies = [
  'printed',
  'shorten',
  'student',
  'template',
  'otherTemplate',
  'logo',
  'signing',
  'fonts',
  'operator',
  'restore',
  'again',
  'file',
] as const;
export type Remedy = (typeof remedies)[number];
