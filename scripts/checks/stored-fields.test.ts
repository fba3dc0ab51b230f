import {
  auditEntity,
  batchState,
  defineEntity,
  type Fields,
  field,
  issuedIdentity,
  itemState,
  optionalField,
  stored,
  tenantEntity,
} from '@sello/contracts';
import { expect, it } from 'vitest';
import { storedFieldsOf, unlisted, wrongChanges } from './stored-fields.ts';

const { date, text } = stored;
const migration = { 1: (older: Record<string, unknown>) => older };
const courses = (fields: Fields, version = 1) =>
  storedFieldsOf([
    defineEntity({
      ...{ collection: 'courses', version, migrations: migration },
      fields: {
        _id: field(text),
        state: field(batchState),
        room: optionalField(text),
        ...fields,
      },
    }),
  ]);
const before = courses({ end: optionalField(issuedIdentity) });
const end = optionalField(issuedIdentity);

it.each<[string, Fields, string[]]>([
  ['a required field', { end, teacher: field(text) }, ['courses.teacher is new and required']],
  ['a field that was optional', { end, room: field(text) }, ['courses.room was optional and is required']],
  [
    'a required field of an object that exists',
    { end: optionalField(issuedIdentity.extend({ by: text })) },
    ['courses.end.by is new and required'],
  ],
  ['another type', { end, room: optionalField(date) }, ['courses.room was string and is date']],
  ['a value less', { end, state: field(batchState.exclude(['done'])) }, ['courses.state no longer has done']],
  ['a field less', {}, ['courses.end is gone']],
])('%s needs a version and a migration', (_, fields, problems) => {
  const expected = problems.map((problem) => `${problem}: stored documents need version 2 and a migration`);
  expect(wrongChanges(before, courses(fields))).toEqual(expected);
  expect(wrongChanges(before, courses(fields, 2))).toEqual([]);
});

it('what may be added is listed at once: what is required in it later is new to the documents that have it', () => {
  const place = issuedIdentity.partial();
  const first = courses({ end, place: optionalField(place) });
  expect(wrongChanges(before, first)).toEqual([]);
  expect(unlisted(before, first)).toHaveLength(1);
  expect(unlisted(first, first)).toEqual([]);
  expect(wrongChanges(first, courses({ end, place: optionalField(place.extend({ room: text })) }))).toEqual([
    'courses.place.room is new and required: stored documents need version 2 and a migration',
  ]);
});

it('looks into records, and refuses what it does not see into', () => {
  const texts = courses({ end, texts: tenantEntity.fields.letterSubjects });
  const anything = courses({ end, texts: optionalField(auditEntity.fields.details.type) });
  expect(wrongChanges(texts, anything)).toHaveLength(1);
  expect(() => courses({ end, either: field(text.or(date)) })).toThrow('does not see into it');
});

it('optional fields, objects with what they require, values of an enum and new entities need none', () => {
  const added = {
    ...{ end, note: optionalField(text), state: field(itemState) },
    place: optionalField(issuedIdentity),
  };
  expect(wrongChanges(before, courses(added))).toEqual([]);
  expect(wrongChanges({}, before)).toEqual([]);
});
