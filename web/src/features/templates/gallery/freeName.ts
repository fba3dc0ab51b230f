/** Characters that a template's name may have. */
const longest = 200;

const key = (name: string) => name.trim().toLocaleLowerCase();

/** A name that no other template has: "Attendance", else "Attendance 2", "Attendance 3" and so on. */
export function freeName(name: string, taken: readonly string[]): string {
  const keys = new Set(taken.map(key));
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`;
    const candidate = `${name.slice(0, longest - end.length)}${end}`;
    if (!keys.has(key(candidate))) return candidate;
  }
}
