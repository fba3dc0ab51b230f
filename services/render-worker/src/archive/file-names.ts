import { fileNameText, isolated } from '@sello/contracts';

/** Makes file names unique, also on case-insensitive file systems: `Ana Luz (2).pdf`. */
export function createFileNames(): (name: string, extension: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (name, extension) => {
    const base = isolated(fileNameText(name, 'certificate'));
    for (let count = counts.get(base.toLowerCase()) ?? 1; ; count++) {
      const file = `${base}${count === 1 ? '' : ` (${count})`}${extension}`;
      if (taken.has(file.toLowerCase())) continue;
      taken.add(file.toLowerCase());
      counts.set(base.toLowerCase(), count + 1);
      return file;
    }
  };
}
