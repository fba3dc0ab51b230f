/** The common name of a paper size in points, else its size in millimetres. */
export function paperSize({ width, height }: { width: number; height: number }): string {
  const sizes = {
    A3: [842, 1191],
    A4: [595, 842],
    A5: [420, 595],
    Letter: [612, 792],
    Legal: [612, 1008],
  } as const;
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  for (const [name, [w, h]] of Object.entries(sizes)) {
    if (Math.abs(short - w) < 3 && Math.abs(long - h) < 3) return name;
  }
  const mm = (points: number): number => Math.round((points * 25.4) / 72);
  return `${mm(width)} × ${mm(height)} mm`;
}
