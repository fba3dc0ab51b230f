import { countries, studentInput } from '@sello/contracts';
import { expect, it } from 'vitest';
import { demoStudents } from './students.ts';

it('the class has 25 valid students of known countries with unique ids and addresses', () => {
  expect(demoStudents).toHaveLength(25);
  const known = new Set<string>(countries.map(([, name]) => name));
  for (const student of demoStudents) {
    expect(studentInput.safeParse(student).error).toBeUndefined();
    expect(known).toContain(student.country);
  }
  expect(new Set(demoStudents.map((student) => student.idNumber)).size).toBe(25);
  expect(new Set(demoStudents.map((student) => student.email)).size).toBe(25);
});
