import { describe, expect, it } from 'vitest';
import { batchVariablesOf, rowValuesOf } from './batch-values.ts';
import { builtInTemplates } from './catalog/index.ts';
import { defineDesign } from './document.ts';
import { plainText } from './elements/text/content.ts';

const text = (id: string, content: string, more = {}) => ({
  ...{
    id,
    type: 'text' as const,
    x: 0,
    y: 0,
    width: 100,
    height: 20,
    fontFamily: 'Newsreader',
    fontSize: 12,
  },
  paragraphs: plainText(content),
  ...more,
});
const designOf = (elements: object[], variables: object[] = []) =>
  defineDesign({
    version: 2,
    pages: [{ id: 'p', width: 200, height: 200, elements: elements as never }],
    variables: variables as never,
  });

describe('the variables of a batch', () => {
  const design = designOf(
    [
      text('a', '{{batch.course}} in {{batch.place}}', { maxLines: 1 }),
      text('b', '{{batch.summary}} {{batch.course}}'),
      {
        ...{ id: 't', type: 'table', x: 0, y: 0, width: 100, height: 50, rows: '{{batch.modules}}' },
        ...{ columns: [{ header: 'Module' }, { header: '{{batch.place}}' }] },
        ...{ fontFamily: 'Newsreader', fontSize: 12, rowSeparator: '/' },
      },
    ],
    [
      { name: 'batch.course', scope: 'batch', label: 'Course', sample: 'Nursing' },
      { name: 'batch.place', scope: 'batch', optional: true },
      { name: 'batch.unused', scope: 'batch', kind: 'date' },
    ],
  );

  it('are those declared, then the others printed, each with the way its value is typed', () => {
    expect([...batchVariablesOf(design).values()]).toEqual([
      {
        key: 'course',
        label: 'Course',
        kind: 'text',
        sample: 'Nursing',
        required: true,
        entry: { as: 'line' },
      },
      expect.objectContaining({
        key: 'place',
        required: false,
        entry: expect.objectContaining({ as: 'rows' }),
      }),
      { key: 'unused', label: '', kind: 'date', sample: '', required: false, entry: { as: 'line' } },
      expect.objectContaining({ key: 'summary', required: true, entry: { as: 'lines' } }),
      expect.objectContaining({
        key: 'modules',
        entry: { as: 'rows', rowSeparator: '/', columnSeparator: '|', columns: ['Module'] },
      }),
    ]);
  });

  it('of the built-in templates that print a course ask for it', () => {
    for (const { key, design: builtIn } of builtInTemplates('en')) {
      const course = batchVariablesOf(builtIn).get('course');
      if (course) expect([key, course.required, course.entry]).toEqual([key, true, { as: 'line' }]);
    }
    const asking = builtInTemplates('es').filter(({ design: builtIn }) => batchVariablesOf(builtIn).size > 0);
    expect(asking.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['certificate-of-completion', 'short-course', 'attendance', 'diploma']),
    );
  });
});

describe('what a row prints in place of the batch’s values', () => {
  const variables = [
    { name: 'batch.course', scope: 'batch', label: 'Curso' },
    { name: 'batch.hours', scope: 'batch', label: 'Dur' },
    { name: 'batch.length', scope: 'batch', label: 'Dur' },
    { name: 'batch.curso', scope: 'batch', label: 'Hours' },
  ];
  const asked = rowValuesOf(designOf([text('a', '{{batch.course}}')], variables));

  it('is the column that is named like the variable, in any case, or like its label', () => {
    for (const column of ['course', 'COURSE', ' Batch.Course ', 'batch.course']) {
      expect([column, asked.own({ [column]: 'Own' })]).toEqual([column, { course: 'Own' }]);
    }
    const clear = rowValuesOf(designOf([], [{ name: 'batch.course', scope: 'batch', label: 'Curso' }]));
    expect(clear.own({ CURSO: 'Own' })).toEqual({ course: 'Own' });
    expect(clear.own({ CURSO: 'By label', course: 'By name', 'batch.course': 'In full' })).toEqual({
      course: 'In full',
    });
    expect(clear.own({ course: ' \n' })).toEqual({});
    expect(clear.own({ coursework: 'x', constructor: 'x' })).toEqual({});
  });

  it('is none of a label that two variables have, or that is the name of another', () => {
    expect(asked.own({ Dur: '3 h' })).toEqual({});
    expect(asked.own({ curso: 'x' })).toEqual({ curso: 'x' });
    expect(asked.own({ hours: '3 h' })).toEqual({ hours: '3 h' });
  });

  it('is none of a column that the design prints itself', () => {
    const both = rowValuesOf(designOf([text('a', '{{custom.course}} {{batch.course}}')]));
    expect(both.own({ course: 'Of the column' })).toEqual({});
    expect(both.own({ 'batch.course': 'Of the batch' })).toEqual({ course: 'Of the batch' });
  });

  it('gives the course on one line, from the batch or the column that is printed', () => {
    expect(asked.course({}, { course: ' Farmacia\nHospitalaria \r\n y más ' })).toBe(
      'Farmacia Hospitalaria y más',
    );
    const column = rowValuesOf(designOf([text('a', '{{custom.course}}')]));
    expect(column.course({ course: 'Enfermería' }, {})).toBe('Enfermería');
    const without = rowValuesOf(designOf([text('a', '{{fullName}}')]));
    expect(without.course({ course: 'Not printed' }, { course: 'Not printed' })).toBe('');
    expect(asked.course({}, {})).toBe('');
  });
});
