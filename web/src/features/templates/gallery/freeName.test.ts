import { describe, expect, it } from 'vitest';
import { freeName } from './freeName.ts';
import { paperOf } from './paper.ts';

describe('the name of a copy', () => {
  it('is that of the entry, and gets the first free number when templates have it', () => {
    expect(freeName('Attendance', ['Diploma'])).toBe('Attendance');
    expect(freeName('Attendance', ['attendance '])).toBe('Attendance 2');
    expect(freeName('Attendance', ['Attendance', 'Attendance 2', 'Attendance 4'])).toBe('Attendance 3');
  });

  it('stays within what a name may have', () => {
    const long = 'x'.repeat(200);
    expect(freeName(long, [long])).toBe(`${'x'.repeat(198)} 2`);
  });
});

describe('the paper of a size in points', () => {
  it.each([
    [842, 595, 'A4', 'landscape'],
    [595.28, 841.89, 'A4', 'portrait'],
    [842.25, 595.5, 'A4', 'landscape'],
    [612, 792, 'Letter', 'portrait'],
    [1191, 842, 'A3', 'landscape'],
    [600, 600, undefined, 'square'],
    [800, 500, undefined, 'landscape'],
  ])('%s × %s is %s, %s', (width, height, name, format) => {
    expect(paperOf({ width, height })).toEqual({ name, format });
  });
});
