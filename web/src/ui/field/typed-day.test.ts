import { describe, expect, it } from 'vitest';
import {
  partsInOrder,
  problemOfDay,
  readWholeDay,
  type TypedDay,
  tidyDay,
  typedDay,
  valueOfDay,
} from './typed-day.ts';

const typed = (day: string, month: string, year: string): TypedDay => ({ day, month, year });

it.each(['en-GB', 'es', 'pt-BR'])('asks in the order that %s writes', (tag) => {
  expect(partsInOrder(tag)).toEqual(['day', 'month', 'year']);
});

it('asks for the month first where it is written first', () => {
  expect(partsInOrder('en-US')).toEqual(['month', 'day', 'year']);
});

describe('a whole date', () => {
  it.each([
    '2026-03-14',
    '2026-3-14',
    '2026/03/14',
    '2026-03-14T00:00:00Z',
    '14/03/2026',
    '14.3.2026',
    ' 14 / 03 / 2026 ',
    '03/14/2026',
    '14032026',
    '20260314',
    '14 March 2026',
    'Mar 14, 2026',
    '14 de marzo de 2026',
    '14 de março de 2026',
    'martes, 14 mar 2026',
  ])('is read from “%s”', (text) => {
    expect(readWholeDay(text, 'day')).toBe('2026-03-14');
  });

  it('that can be read both ways is read in the reader’s order', () => {
    expect(readWholeDay('03/04/2026', 'day')).toBe('2026-04-03');
    expect(readWholeDay('03/04/2026', 'month')).toBe('2026-03-04');
  });

  it.each(['', '14', '14/03', '14/03/26', '30/02/2026', '31 April 2026', 'tomorrow', '2026'])(
    'is not read from “%s”',
    (text) => expect(readWholeDay(text, 'day')).toBeUndefined(),
  );
});

describe('three parts', () => {
  it('are a day of two digits each, or empty', () => {
    expect(valueOfDay(typed('3', '2', '2026'))).toBe('2026-02-03');
    expect(valueOfDay(typed('', '', ''))).toBe('');
    expect(typedDay('2026-02-03')).toEqual(typed('03', '02', '2026'));
  });

  it('that are unfinished keep what was typed, and say what is missing', () => {
    const unfinished = typed('3', '', '20');
    expect(typedDay(valueOfDay(unfinished))).toEqual(unfinished);
    expect(problemOfDay(unfinished)).toEqual({ is: 'missing', parts: ['month', 'year'] });
  });

  it.each([
    typed('30', '2', '2026'),
    typed('29', '02', '2027'),
    typed('0', '1', '2026'),
    typed('1', '13', '2026'),
  ])('that are no day of the calendar say so: %o', (no) =>
    expect(problemOfDay(no)).toMatchObject({ is: 'impossible' }),
  );

  it('are left with two digits and a year of four', () => {
    expect(tidyDay(typed('3', '2', '26'), 2026)).toEqual(typed('03', '02', '2026'));
    expect(tidyDay(typed('', '2', '87'), 2026)).toEqual(typed('', '02', '1987'));
  });
});
