import { describe, expect, it } from 'vitest';
import { isKnownVariable, type PrintedValues, parseText, printVariable, variablesOf } from './variables.ts';

function values(overrides: Partial<PrintedValues['student']> = {}): PrintedValues {
  return {
    student: {
      fullName: 'Lucía Quispe',
      country: 'Peru',
      startDate: '2026-03-03',
      endDate: '2026-10-30',
      scoreNumeric: 9.1,
      scoreLetter: 'A-',
      ...overrides,
    },
    custom: { module: 'III', due: '2026-12-01', fee: '1234.5', note: '' },
    tenant: { name: 'cordillera', publicName: 'Instituto Cordillera' },
    certificate: {
      id: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
      issuedAt: new Date('2026-11-14T02:30:00Z'),
      issuedOn: '2026-11-13',
      verifyUrl: 'https://sello.example/c/7K3M',
    },
  };
}

const spanish = { locale: 'es', dateStyle: 'long', variables: [] } as const;
const setting = { ...spanish, variables: [] };

describe('parseText', () => {
  it('separates text from variables and allows spaces inside the braces', () => {
    expect(parseText('To {{ student.fullName }}, with {{scoreLetter}}.')).toEqual([
      { kind: 'text', text: 'To ' },
      { kind: 'variable', name: 'student.fullName' },
      { kind: 'text', text: ', with ' },
      { kind: 'variable', name: 'scoreLetter' },
      { kind: 'text', text: '.' },
    ]);
  });

  it('keeps braces without a variable name as text', () => {
    expect(parseText('{{not a name}} {{}} {x}')).toEqual([{ kind: 'text', text: '{{not a name}} {{}} {x}' }]);
  });
});

const variable = (
  name: string,
  kind: 'text' | 'date' | 'number',
  scope: 'student' | 'batch' = 'student',
) => ({
  name,
  kind,
  sample: '',
  optional: false,
  scope,
  label: '',
});

describe('printVariable', () => {
  it('prints the short and the long name of a student field alike', () => {
    expect(printVariable('fullName', values(), setting)).toBe('Lucía Quispe');
    expect(printVariable('student.fullName', values(), setting)).toBe('Lucía Quispe');
  });

  it('prints dates, numbers and countries in the locale and style of the design', () => {
    expect(printVariable('startDate', values(), setting)).toBe('3 de marzo de 2026');
    expect(printVariable('scoreNumeric', values(), setting)).toBe('9,1');
    expect(printVariable('country', values(), setting)).toBe('Perú');
    const portuguese = { ...setting, locale: 'pt-BR', dateStyle: 'short' as const };
    expect(printVariable('startDate', values(), portuguese)).toBe('03/03/2026');
  });

  it('prints the day of issue that it is given, in the box of the signature too', () => {
    expect(printVariable('certificate.issuedAt', values(), setting)).toBe('13 de noviembre de 2026');
    const signature = { name: '', reason: '', location: '', signedAt: values().certificate.issuedAt };
    const signed = { ...values(), signature };
    expect(printVariable('signature.date', signed, setting)).toBe('13 de noviembre de 2026');
  });

  it('groups the certificate id in fours', () => {
    expect(printVariable('certificate.id', values(), setting)).toBe('7K3M 9QXT 2VHB C0RD 8WJN 5PZE 4F');
  });

  it('prints absent values, and scores whose show flag is false, as empty strings', () => {
    expect(printVariable('idNumber', values(), setting)).toBe('');
    expect(printVariable('scoreNumeric', values({ showScoreNumeric: false }), setting)).toBe('');
    expect(printVariable('scoreLetter', values({ showScoreLetter: false }), setting)).toBe('');
    expect(printVariable('scoreLetter', values({ scoreLetter: null }), setting)).toBe('');
  });

  it('prints an invalid date unchanged', () => {
    expect(printVariable('startDate', values({ startDate: '2026-02-31' }), setting)).toBe('2026-02-31');
    expect(printVariable('startDate', values({ startDate: 'spring' }), setting)).toBe('spring');
  });

  it('prints custom columns as the design declares them', () => {
    const declared = {
      ...setting,
      variables: [variable('custom.due', 'date'), variable('custom.fee', 'number')],
    };
    expect(printVariable('custom.module', values(), declared)).toBe('III');
    expect(printVariable('custom.due', values(), declared)).toBe('1 de diciembre de 2026');
    expect(printVariable('custom.fee', values(), declared)).toBe('1234,5');
    expect(printVariable('custom.note', values(), declared)).toBe('');
  });

  it('prints what was asked for once per batch, as the design declares it', () => {
    const declared = { ...setting, variables: [variable('batch.from', 'date', 'batch')] };
    const given = { ...values(), batch: { course: 'Farmacia', from: '2026-12-01' } };
    expect(printVariable('batch.course', given, declared)).toBe('Farmacia');
    expect(printVariable('batch.from', given, declared)).toBe('1 de diciembre de 2026');
    expect(printVariable('batch.hours', given, declared)).toEqual({ unknown: 'batch.hours' });
    expect(printVariable('batch.course', values(), declared)).toEqual({ unknown: 'batch.course' });
  });

  it('prints the signature of a signed certificate, and of others nothing', () => {
    const signature = {
      ...{ name: 'Instituto Cordillera', reason: 'Emisión', location: 'Lima' },
      signedAt: new Date('2026-11-14T15:00:00Z'),
    };
    const names = ['name', 'date', 'reason', 'location'].map((name) => `signature.${name}`);
    const printed = (of: PrintedValues) => names.map((name) => printVariable(name, of, setting));
    expect(printed({ ...values(), signature })).toEqual([
      ...['Instituto Cordillera', '13 de noviembre de 2026', 'Emisión', 'Lima'],
    ]);
    expect(printed(values())).toEqual(['', '', '', '']);
  });

  it('returns a variable without a value as unknown, unless the design declares it optional', () => {
    expect(printVariable('custom.room', values(), setting)).toEqual({ unknown: 'custom.room' });
    expect(printVariable('studnet.fullName', values(), setting)).toEqual({ unknown: 'studnet.fullName' });
    expect(printVariable('custom.toString', values(), setting)).toEqual({ unknown: 'custom.toString' });
    const optional = {
      ...setting,
      variables: [{ ...variable('custom.room', 'text'), optional: true }],
    };
    expect(printVariable('custom.room', values(), optional)).toBe('');
  });
});

describe('variablesOf', () => {
  it('returns each name once, in the order of first use', () => {
    expect(variablesOf(['{{b}} {{a}}', '{{a}} {{c}}'])).toEqual(['b', 'a', 'c']);
    expect(['fullName', 'custom.x', 'tenant.name', 'nothing'].filter(isKnownVariable)).toEqual([
      'fullName',
      'custom.x',
      'tenant.name',
    ]);
  });
});

describe('what built-in templates print besides', () => {
  const printed = (name: string, of: Partial<PrintedValues> = {}, variables: object[] = []) =>
    printVariable(name, { ...values(), ...of }, { ...spanish, variables: variables as never });

  it('is a grade with a real minus, the initial of the organization, and an address that can be typed', () => {
    expect([printed('grade'), printed('student.grade'), printed('scoreLetter')]).toEqual(['A−', 'A−', 'A-']);
    expect(printed('grade', { student: { fullName: 'x', scoreLetter: 'B+' } })).toBe('B+');
    expect(printed('grade', { student: { fullName: 'x', scoreLetter: 'A-', showScoreLetter: false } })).toBe(
      '',
    );
    expect([printed('tenant.initial'), printed('certificate.verifyAddress')]).toEqual([
      'I',
      'sello.example/c',
    ]);
  });

  it('is the fallback of a variable in place of an absent or empty value', () => {
    const role = { name: 'batch.role', scope: 'batch', optional: true, fallback: 'Director' };
    expect(printed('batch.role', {}, [role])).toBe('Director');
    expect(printed('batch.role', { batch: { role: '' } }, [role])).toBe('Director');
    expect(printed('batch.role', { batch: { role: 'Dean' } }, [role])).toBe('Dean');
    expect(printed('batch.role', {}, [{ ...role, optional: false }])).toBe('Director');
    expect(printed('batch.role', {}, [{ ...role, optional: false, fallback: '' }])).toEqual({
      unknown: 'batch.role',
    });
  });
});
