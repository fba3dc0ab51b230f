const longest = 120;
// Characters that Windows, macOS or a shell would stumble over, and everything that does not print.
const unsafe = /[\p{C}/\\:*?"<>|]+/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name made of a person's name that every system takes; letters of all scripts stay. No extension. */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const short = [...plain].slice(0, longest).join('').trim();
  if (short === '') return 'certificate';
  return reserved.test(short) ? `${short}_` : short;
}

/** Gives each file a name of its own, also where upper and lower case are the same: `Ana Luz (2).pdf`. */
export function createFileNames(): (name: string, extension: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (name, extension) => {
    const base = safeFileName(name);
    for (let count = counts.get(base.toLowerCase()) ?? 1; ; count++) {
      const file = `${base}${count === 1 ? '' : ` (${count})`}${extension}`;
      if (taken.has(file.toLowerCase())) continue;
      taken.add(file.toLowerCase());
      counts.set(base.toLowerCase(), count + 1);
      return file;
    }
  };
}
