import { describe, expect, it } from 'vitest';
import { createFileNames, safeFileName } from './file-names.ts';

describe('safeFileName', () => {
  it('keeps letters of every script', () => {
    for (const name of ['Ana Lucía Peña-Ñáñez', 'Đặng Thị Ngọc', 'Иван Петров', '王小明', "O'Brien, J."]) {
      expect(safeFileName(`${name}`)).toBe(name.replace(/\.$/, ''));
    }
  });

  it('leaves no way out of the folder and nothing a system refuses', () => {
    for (const name of [
      '../../etc/passwd',
      'a\\b',
      'C:\\x',
      'a\0b',
      'a\nb',
      'x\u202Egpj.exe',
      '.hidden',
      'end.. ',
    ]) {
      const safe = safeFileName(name);
      expect(safe).not.toMatch(/[/\\:*?"<>|\p{C}]/u);
      expect(safe).not.toMatch(/^[\s.]|[\s.]$/);
    }
    expect(safeFileName('con')).toBe('con_');
    expect(safeFileName(' ... ')).toBe('certificate');
    expect([...safeFileName('😀'.repeat(500))]).toHaveLength(120);
  });
});

describe('createFileNames', () => {
  it('never gives a name twice, whatever its case', () => {
    const nameOf = createFileNames();
    expect(nameOf('Ana Luz', '.pdf')).toBe('Ana Luz.pdf');
    expect(nameOf('ANA LUZ', '.pdf')).toBe('ANA LUZ (2).pdf');
    expect(nameOf('Ana Luz (2)', '.pdf')).toBe('Ana Luz (2) (2).pdf');
    expect(nameOf('Ana Luz', '.pdf')).toBe('Ana Luz (3).pdf');
  });

  it('stays quick for ten thousand people of one name', () => {
    const nameOf = createFileNames();
    const names = new Set(Array.from({ length: 10_000 }, () => nameOf('María García', '.pdf')));
    expect(names.size).toBe(10_000);
  });
});
