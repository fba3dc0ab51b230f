import { describe, expect, it } from 'vitest';
import { demoPeople, nameOf, subjectOf } from './people.ts';

describe('people', () => {
  it('have a subject that hides their address and ignores its case', () => {
    expect(subjectOf('Ana@School.example ')).toBe(subjectOf('ana@school.example'));
    expect(subjectOf('ana@school.example')).not.toBe(subjectOf('eva@school.example'));
    expect(subjectOf('ana@school.example')).toMatch(/^[0-9a-f]{21}$/);
  });

  it('get a name derived from their address when they have none', () => {
    expect(nameOf('ana.de-la_cruz@school.example')).toBe('Ana De La Cruz');
    expect(nameOf('íñigo@school.example')).toBe('Íñigo');
  });

  it('of the demo have different roles', () => {
    expect(new Set(demoPeople.map((person) => person.role)).size).toBe(demoPeople.length);
  });
});
