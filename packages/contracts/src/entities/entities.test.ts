import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineEntity, field, optionalField } from './define.ts';
import { formFields, formOf, inputSchema, orderViolation, sortsOf } from './input.ts';
import { anyText, asMoment, date, text } from './stored.ts';
import { csvColumns, studentEntity } from './students.ts';
import { wireSchema, wireView } from './wire.ts';

const course = defineEntity({
  collection: 'courses',
  fields: {
    _id: field(text, { wire: true, input: text }),
    teacher: optionalField(anyText, { wire: true, input: anyText.optional(), form: { control: 'text' } }),
    title: field(text, {
      wire: true,
      input: z.string().trim(),
      form: { control: 'text', after: '_id' },
      sort: { by: 'titleKey' },
    }),
    room: optionalField(anyText, { form: { control: 'text', after: 'teacher' }, sort: true }),
    begin: field(date, { wire: asMoment, sort: { as: 'start' } }),
    from: optionalField(anyText),
    to: optionalField(anyText),
    secret: field(text),
    titleKey: field(anyText, { internal: true }),
  },
  computed: { full: z.boolean() },
  ordered: [{ first: 'from', last: 'to' }],
});

describe('an entity', () => {
  it('has its wire fields, converted to their wire form, and the computed properties on the wire', () => {
    const view = wireView(course);
    const record = { _id: 'a', title: 'T', begin: new Date(0), secret: 's' };
    const wire = view(record, { full: true });
    expect(wire).toEqual({ _id: 'a', title: 'T', begin: '1970-01-01T00:00:00.000Z', full: true });
    expect(wireSchema(course).parse(wire)).toEqual(wire);
    expect(wireSchema(course).safeParse({ ...wire, title: undefined }).success).toBe(false);
  });

  it('accepts its input fields from a form, and picks the same fields from a record', () => {
    expect(inputSchema(course).parse({ _id: 'a', title: ' T ', secret: 's' })).toEqual({
      _id: 'a',
      title: 'T',
    });
    const held = { _id: 'a', title: 'T', teacher: 'Ana', secret: 's' };
    expect(formOf(course)(held)).toEqual({ _id: 'a', title: 'T', teacher: 'Ana' });
  });

  it('maps its sort names and orders its form fields', () => {
    expect(sortsOf(course)).toEqual({ title: 'titleKey', room: 'room', start: 'begin' });
    expect(formFields(course).map(({ name }) => name)).toEqual(['title', 'teacher', 'room']);
  });

  it('returns the field of two dates that is too early', () => {
    expect(orderViolation(course, { from: '2026-03-02', to: '2026-03-01' })).toBe('to');
    expect(orderViolation(course, { from: '2026-03-02', to: '2026-03-02' })).toBeUndefined();
    expect(orderViolation(course, { from: '2026-03-02', to: '' })).toBeUndefined();
  });

  it.each([
    [{ indexes: [{ keys: ['nothing'] }] }, 'things has no field nothing'],
    [{ ordered: [{ first: 'name', last: 'gone' }] }, 'things has no field gone'],
    [{ version: 3, migrations: { 1: (older: object) => ({ ...older }) } }, /from version 2 to the next/],
  ])('that refers to a missing field or migration is rejected: %j', (part, message) => {
    expect(() =>
      defineEntity({ collection: 'things', fields: { _id: field(text), name: field(text) }, ...part }),
    ).toThrow(message);
  });
});

describe('a student', () => {
  it('has the CSV columns and the form fields in a fixed order', () => {
    expect(csvColumns.join()).toBe(
      'fullName,idNumber,country,email,startDate,endDate,scoreNumeric,scoreLetter,templateId',
    );
    expect(formFields(studentEntity).map(({ name }) => name)).toEqual([
      ...['fullName', 'idNumber', 'email', 'country', 'templateId', 'startDate', 'endDate'],
      ...['scoreNumeric', 'scoreLetter', 'showScoreNumeric', 'showScoreLetter'],
    ]);
  });
});
