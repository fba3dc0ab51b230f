import { alignmentCentres, type ErrorCorrection, levelBits } from './tables.ts';

/** What all symbols of one version share. Modules are numbered row by row. */
export interface Template {
  size: number;
  /** Finder, timing and alignment patterns, version information; format information still light. */
  modules: Uint8Array;
  /** The modules that take codewords, in the order of placing (ISO/IEC 18004, 7.7.3). */
  places: Uint16Array;
  /** Whether each of the eight masks turns a module, for the modules in `places` (7.8.2). */
  masks: readonly Uint8Array[];
}

const maskRules: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

const templates = new Map<number, Template>();

export function templateOf(version: number): Template {
  let template = templates.get(version);
  if (!template) {
    template = build(version);
    templates.set(version, template);
  }
  return template;
}

function build(version: number): Template {
  const size = version * 4 + 17;
  const modules = new Uint8Array(size * size);
  const reserved = new Uint8Array(size * size);
  const set = (row: number, column: number, dark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    modules[row * size + column] = dark ? 1 : 0;
    reserved[row * size + column] = 1;
  };
  const square = (row: number, column: number, reach: number, light: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        set(row + dy, column + dx, !light(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const centres = alignmentCentres(version);
  const last = centres.length - 1;
  for (const [first, row] of centres.entries()) {
    for (const [second, column] of centres.entries()) {
      const onFinder = (first === 0 && (second === 0 || second === last)) || (first === last && second === 0);
      if (!onFinder) square(row, column, 2, (distance) => distance === 1);
    }
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(row, column, 4, (distance) => distance === 2 || distance === 4);
  }
  for (const [row, column] of formatPlaces(size).flat()) set(row, column, false);
  set(size - 8, 8, true);
  if (version >= 7) {
    let remainder = version;
    for (let step = 0; step < 12; step += 1) remainder = (remainder << 1) ^ ((remainder >> 11) * 0x1f25);
    const bits = (version << 12) | remainder;
    for (let place = 0; place < 18; place += 1) {
      const dark = ((bits >> place) & 1) === 1;
      const [far, near] = [size - 11 + (place % 3), Math.floor(place / 3)];
      set(far, near, dark);
      set(near, far, dark);
    }
  }
  const places: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (!reserved[row * size + column]) places.push(row * size + column);
    }
  }
  return {
    size,
    modules,
    places: Uint16Array.from(places),
    masks: maskRules.map((rule) =>
      Uint8Array.from(places, (place) => (rule(Math.floor(place / size), place % size) ? 1 : 0)),
    ),
  };
}

/** Both copies of the format information, from its lowest bit (7.9.1). */
function formatPlaces(size: number): readonly (readonly [row: number, column: number])[][] {
  const first = Array.from({ length: 15 }, (_, bit): readonly [number, number] => {
    if (bit < 6) return [bit, 8];
    if (bit < 8) return [bit + 1, 8];
    if (bit === 8) return [8, 7];
    return [8, 14 - bit];
  });
  const second = Array.from({ length: 15 }, (_, bit): readonly [number, number] =>
    bit < 8 ? [8, size - 1 - bit] : [size - 15 + bit, 8],
  );
  return [first, second];
}

/** Writes level and mask into a symbol. */
export function writeFormat(modules: Uint8Array, size: number, level: ErrorCorrection, mask: number): void {
  const data = (levelBits[level] << 3) | mask;
  let remainder = data;
  for (let step = 0; step < 10; step += 1) remainder = (remainder << 1) ^ ((remainder >> 9) * 0x537);
  const bits = ((data << 10) | remainder) ^ 0x5412;
  for (const copy of formatPlaces(size)) {
    for (const [bit, [row, column]] of copy.entries()) modules[row * size + column] = (bits >> bit) & 1;
  }
}
