// How hard a masked symbol is to read (ISO/IEC 18004, 7.8.3). It is computed for eight masks of every certificate, so
// each line of modules is a pair of 32-bit words and the rules count bits instead of visiting modules.

/** Lines of a symbol of at most 64 modules: two words a line, the first module in the lowest bit. */
export type Lines = Int32Array;

export const longestPackedLine = 64;

/** Packs modules (one byte each, row by row) into rows and columns. */
export function packLines(modules: Uint8Array, size: number): { rows: Lines; columns: Lines } {
  const rows = new Int32Array(size * 2);
  const columns = new Int32Array(size * 2);
  for (let row = 0, at = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1, at += 1) {
      if (modules[at] === 0) continue;
      const inRow = row * 2 + (column >> 5);
      const inColumn = column * 2 + (row >> 5);
      rows[inRow] = (rows[inRow] as number) | (1 << (column & 31));
      columns[inColumn] = (columns[inColumn] as number) | (1 << (row & 31));
    }
  }
  return { rows, columns };
}

function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Words with their lowest `count` bits set, for counts up to 64. */
function fullLine(count: number): [low: number, high: number] {
  const low = count >= 32 ? -1 : (1 << Math.max(0, count)) - 1;
  const high = count >= 64 ? -1 : count <= 32 ? 0 : (1 << (count - 32)) - 1;
  return [low, high];
}

/** Long runs of one colour, and patterns that look like a finder's: rules 1 and 3, along one kind of line. */
function alongLines(lines: Lines, size: number): number {
  const [pairLow, pairHigh] = fullLine(size - 1);
  const [windowLow, windowHigh] = fullLine(size - 10);
  let penalty = 0;
  for (let at = 0; at < size * 2; at += 2) {
    const low = lines[at] as number;
    const high = lines[at + 1] as number;
    // A bit for each module equal to the next one, then for each that begins five equal ones.
    const sameLow = ~(low ^ ((low >>> 1) | (high << 31))) & pairLow;
    const sameHigh = ~(high ^ (high >>> 1)) & pairHigh;
    const threeLow = sameLow & ((sameLow >>> 1) | (sameHigh << 31));
    const threeHigh = sameHigh & (sameHigh >>> 1);
    const fiveLow = threeLow & ((threeLow >>> 2) | (threeHigh << 30));
    const fiveHigh = threeHigh & (threeHigh >>> 2);
    if ((fiveLow | fiveHigh) !== 0) {
      // A run of n has n − 4 such beginnings and costs n − 2.
      const startsLow = fiveLow & ~(fiveLow << 1);
      const startsHigh = fiveHigh & ~((fiveHigh << 1) | (fiveLow >>> 31));
      penalty += ones(fiveLow) + ones(fiveHigh) + 2 * (ones(startsLow) + ones(startsHigh));
    }
    const at1Low = (low >>> 1) | (high << 31);
    const at2Low = (low >>> 2) | (high << 30);
    const at3Low = (low >>> 3) | (high << 29);
    const at4Low = (low >>> 4) | (high << 28);
    const at5Low = (low >>> 5) | (high << 27);
    const at6Low = (low >>> 6) | (high << 26);
    const at7Low = (low >>> 7) | (high << 25);
    const at8Low = (low >>> 8) | (high << 24);
    const at9Low = (low >>> 9) | (high << 23);
    const at10Low = (low >>> 10) | (high << 22);
    // Dark light dark dark dark light dark, then four light.
    const beforeLow =
      low & ~at1Low & at2Low & at3Low & at4Low & ~at5Low & at6Low & ~(at7Low | at8Low | at9Low | at10Low);
    const afterLow =
      ~(low | at1Low | at2Low | at3Low) & at4Low & ~at5Low & at6Low & at7Low & at8Low & ~at9Low & at10Low;
    const found = (beforeLow | afterLow) & windowLow;
    if (found !== 0) penalty += 40 * ones(found);
    if (windowHigh !== 0) {
      const beforeHigh =
        high &
        ~(high >>> 1) &
        (high >>> 2) &
        (high >>> 3) &
        (high >>> 4) &
        ~(high >>> 5) &
        (high >>> 6) &
        ~((high >>> 7) | (high >>> 8) | (high >>> 9) | (high >>> 10));
      const afterHigh =
        ~(high | (high >>> 1) | (high >>> 2) | (high >>> 3)) &
        (high >>> 4) &
        ~(high >>> 5) &
        (high >>> 6) &
        (high >>> 7) &
        (high >>> 8) &
        ~(high >>> 9) &
        (high >>> 10);
      penalty += 40 * ones((beforeHigh | afterHigh) & windowHigh);
    }
  }
  return penalty;
}

/** The penalty of a symbol given as packed rows and columns. */
export function penaltyOf(rows: Lines, columns: Lines, size: number): number {
  const [pairLow, pairHigh] = fullLine(size - 1);
  let penalty = alongLines(rows, size) + alongLines(columns, size);
  let dark = 0;
  let blocks = 0;
  let aboveLow = 0;
  let aboveHigh = 0;
  let aboveSameLow = 0;
  let aboveSameHigh = 0;
  for (let at = 0; at < size * 2; at += 2) {
    const low = rows[at] as number;
    const high = rows[at + 1] as number;
    dark += ones(low) + ones(high);
    const sameLow = ~(low ^ ((low >>> 1) | (high << 31))) & pairLow;
    const sameHigh = ~(high ^ (high >>> 1)) & pairHigh;
    blocks +=
      ones(sameLow & aboveSameLow & ~(low ^ aboveLow)) + ones(sameHigh & aboveSameHigh & ~(high ^ aboveHigh));
    [aboveLow, aboveHigh, aboveSameLow, aboveSameHigh] = [low, high, sameLow, sameHigh];
  }
  penalty += 3 * blocks;
  const deviation = Math.abs(dark * 20 - size * size * 10);
  return penalty + 10 * (Math.ceil(deviation / (size * size)) - 1);
}
