import { describe, expect, it } from 'vitest';
import { createFileNames } from './file-names.ts';

describe('createFileNames', () => {
  it('returns unique names, ignoring case', () => {
    const nameOf = createFileNames();
    expect(nameOf('Ana Luz', '.pdf')).toBe('Ana Luz.pdf');
    expect(nameOf('ANA LUZ', '.pdf')).toBe('ANA LUZ (2).pdf');
    expect(nameOf('Ana Luz (2)', '.pdf')).toBe('Ana Luz (2) (2).pdf');
    expect(nameOf('Ana Luz', '.pdf')).toBe('Ana Luz (3).pdf');
  });

  it('isolates a right-to-left name from the text around it', () => {
    const nameOf = createFileNames();
    nameOf('محمد علي', '.pdf');
    expect(nameOf('محمد علي', '.pdf')).toBe('\u2068محمد علي\u2069 (2).pdf');
  });

  it('stays fast for ten thousand people with the same name', () => {
    const nameOf = createFileNames();
    const names = new Set(Array.from({ length: 10_000 }, () => nameOf('María García', '.pdf')));
    expect(names.size).toBe(10_000);
  });
});
