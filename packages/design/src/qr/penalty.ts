// How hard a masked symbol is to read (ISO/IEC 18004, 7.8.3). Runs for each of eight masks of every certificate, so it
// works on flat arrays and bit patterns.

/** Dark, light, three dark, light, dark, with four light modules on one side. */
const finderBefore = 0b10111010000;
const finderAfter = 0b00001011101;
const window = 0b11111111111;

function lines(modules: Uint8Array, size: number, along: number, across: number): number {
  let penalty = 0;
  for (let line = 0; line < size; line += 1) {
    let at = line * across;
    let run = 0;
    let color = 2;
    let bits = 0;
    for (let place = 0; place < size; place += 1, at += along) {
      const module = modules[at] as number;
      if (module === color) {
        run += 1;
        if (run === 5) penalty += 3;
        else if (run > 5) penalty += 1;
      } else {
        color = module;
        run = 1;
      }
      bits = ((bits << 1) | module) & window;
      if (place >= 10 && (bits === finderBefore || bits === finderAfter)) penalty += 40;
    }
  }
  return penalty;
}

export function penaltyOf(modules: Uint8Array, size: number): number {
  let penalty = lines(modules, size, 1, size) + lines(modules, size, size, 1);
  let dark = 0;
  for (let row = 0; row < size - 1; row += 1) {
    const start = row * size;
    let left = (modules[start] as number) + (modules[start + size] as number);
    for (let at = start + 1; at < start + size; at += 1) {
      const right = (modules[at] as number) + (modules[at + size] as number);
      if (left === right && left !== 1) penalty += 3;
      left = right;
    }
  }
  for (const module of modules) dark += module;
  const deviation = Math.abs(dark * 20 - size * size * 10);
  return penalty + 10 * (Math.ceil(deviation / (size * size)) - 1);
}
