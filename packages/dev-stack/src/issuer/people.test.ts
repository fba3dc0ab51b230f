import { describe, expect, it } from 'vitest';
import { demoPeople, nameOf, subjectOf } from './people.ts';

describe('people', () => {
  it('have a subject that does not show their address and does not mind its case', () => {
    expect(subjectOf('Ana@School.example ')).toBe(subjectOf('ana@school.example'));
    expect(subjectOf('ana@school.example')).not.toBe(subjectOf('eva@school.example'));
    expect(subjectOf('ana@school.example')).toMatch(/^[0-9a-f]{21}$/);
  });

  it('get a name from their address when they give none', () => {
    expect(nameOf('ana.de-la_cruz@school.example')).toBe('Ana De La Cruz');
    expect(nameOf('íñigo@school.example')).toBe('Íñigo');
  });

  it('of the demo hold one role each', () => {
    expect(new Set(demoPeople.map((person) => person.role)).size).toBe(demoPeople.length);
  });
});
