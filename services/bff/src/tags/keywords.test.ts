import { describe, expect, it } from 'vitest';
import { cleanTags, existingByFold } from './clean-tags.ts';
import { keywordTags } from './keywords.ts';

const none = existingByFold([]);
const english = { language: 'en', existing: none } as const;

describe('keywords of a template', () => {
  it('are its subjects and occasion, without the phrases that stand on every certificate', () => {
    const texts = [
      'Certificate of Completion',
      'This is to certify that',
      '{{student.fullName}}',
      'has successfully completed, to the full satisfaction of the examiners, the course',
      'Hospital Pharmacy: Dispensing and Stewardship',
      '120 hours, from {{student.startDate}} to {{student.endDate}}',
      'Dr. Ana Pérez Luján\nDirector of Studies',
      'Final score {{student.scoreNumeric}} out of 10',
    ];
    const tags = keywordTags(texts, english);
    expect(tags.slice(0, 4)).toEqual(['hospital pharmacy', 'completion', 'dispensing', 'stewardship']);
    expect(tags).toContain('course');
    expect(tags.length).toBeLessThanOrEqual(8);
    for (const tag of tags) expect(tag).toMatch(/^[\p{Ll}\p{M} '-]+$/u);
    expect(tags.join(' ')).not.toMatch(/ana|pérez|luján|studies|fullname|student|hours|score|certif/);
    expect(keywordTags(texts, english)).toEqual(tags);
  });

  it.each([
    [
      'es',
      ['CERTIFICADO', 'Se otorga el presente a', 'por haber aprobado el diplomado en', 'Gestión de Riesgos'],
      ['gestión de riesgos', 'diplomado'],
    ],
    [
      'pt',
      ['Certificado', 'Certificamos que {{fullName}}', 'participou da oficina de', 'Fotografia Documental'],
      ['fotografia documental', 'oficina'],
    ],
    ['en', ['Workshop on watercolour painting', 'A two day workshop'], ['workshop', 'watercolour painting']],
  ] as const)('are found in %s', (language, texts, expected) => {
    const tags = keywordTags(texts, { language, existing: none });
    expect([...tags].sort()).toEqual([...expected].sort());
    expect(keywordTags(texts, { language: undefined, existing: none })).toEqual(tags);
  });

  it('prefer tags that exist, in their own spelling and number', () => {
    const existing = existingByFold(['Cursos', 'pediatría', 'música', 'salud pública']);
    const texts = ['Curso de Pediatria básica', 'Programa de Salud Pública', 'Módulo avanzado de vacunas'];
    const tags = keywordTags(texts, { language: 'es', existing });
    expect(tags.slice(0, 3).sort()).toEqual(['Cursos', 'pediatría', 'salud pública']);
    expect(tags).not.toContain('música');
    expect(tags.join(' ')).not.toMatch(/curso(?!s)|pediatria/);
  });

  it('hold no numbers, and no words with numbers, whatever the texts are', () => {
    expect(keywordTags(['2024 covid19 4th B2B mp3 10', '٣٤٥ 五', '{{a}} {{', '   '], english)).toEqual([]);
    expect(keywordTags(['https://example.org/course x@example.org www.example.org'], english)).toEqual([]);
    expect(keywordTags([], english)).toEqual([]);
  });

  it('take little time for four megabytes of text', () => {
    const hostile = [
      'a-'.repeat(2_000_000),
      '{{'.repeat(2_000_000),
      'a:/'.repeat(1_500_000),
      'a@'.repeat(2_000_000),
      Array.from({ length: 400_000 }, (_, index) => `wort${String.fromCodePoint(97 + (index % 26))}x`).join(
        ' ',
      ),
    ];
    const many = Array.from({ length: 100_000 }, () => 'Advanced welding of pipes for everybody');
    const existing = existingByFold(
      Array.from({ length: 1_000 }, (_, index) => `tag ${'x'.repeat(index % 50)}`),
    );
    const started = performance.now();
    for (const text of hostile) keywordTags([text], { language: undefined, existing });
    expect(keywordTags(many, { language: 'en', existing })).toContain('pipes');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('tags that are given', () => {
  it('are lower case, cleaned, of one meaning each, and at most eight', () => {
    const existing = existingByFold(['Course']);
    const given = [
      ...['#Nursing ', '“Courses”', 'nursing', 'First   Aid', '2024', 'level 3', '{{fullName}}', '<b>x</b>'],
      ...['a', '', 'a@b.example', 'one two three four five', 'x'.repeat(5_000), 'ab\u202ecd', 'Enfermagem'],
      ...['c one', 'd two', 'e three', 'f four', 'g five', 'h six'],
    ];
    expect(cleanTags(given, { language: 'en', existing })).toEqual([
      ...['nursing', 'Course', 'first aid', 'enfermagem', 'c one', 'd two', 'e three', 'f four'],
    ]);
  });
});
