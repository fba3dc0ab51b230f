/** One segment of a path in absolute coordinates; quadratic curves and arcs are converted to cubic curves. */
export type PathStep =
  | { kind: 'move' | 'line'; x: number; y: number }
  | { kind: 'curve'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { kind: 'close' };

const token = /([MLHVCSQTAZmlhvcsqtaz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)/gy;
const operands: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

/** Splits path data into commands and their numbers; the flags of an arc may be written without separators. */
function commandsOf(d: string): { letter: string; numbers: number[] }[] {
  const commands: { letter: string; numbers: number[] }[] = [];
  token.lastIndex = 0;
  let at = 0;
  while (at < d.length) {
    const current = commands.at(-1);
    const isFlag =
      current && current.letter.toUpperCase() === 'A' && [3, 4].includes(current.numbers.length % 7);
    if (isFlag && /[01]/.test(d[at] as string)) {
      current.numbers.push(Number(d[at]));
      at += 1;
      continue;
    }
    token.lastIndex = at;
    const match = token.exec(d);
    if (!match) throw new SyntaxError(`path data cannot be read at ${at}`);
    at = token.lastIndex;
    if (match[1]) commands.push({ letter: match[1], numbers: [] });
    else if (match[2]) {
      if (!current) throw new SyntaxError('path data begins without a command');
      current.numbers.push(Number(match[2]));
    }
  }
  return commands;
}

/** Parses SVG path data (SVG 2, 9.3). Throws SyntaxError for invalid data. */
export function parsePath(d: string): PathStep[] {
  const steps: PathStep[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  // Control points that S and T reflect.
  let [cubicX, cubicY, quadX, quadY] = [0, 0, 0, 0];
  let previous = '';
  const curve = (x1: number, y1: number, x2: number, y2: number, toX: number, toY: number) => {
    steps.push({ kind: 'curve', x1, y1, x2, y2, x: toX, y: toY });
    [cubicX, cubicY, x, y] = [x2, y2, toX, toY];
  };
  const quadratic = (qx: number, qy: number, toX: number, toY: number) => {
    curve(
      x + (2 / 3) * (qx - x),
      y + (2 / 3) * (qy - y),
      toX + (2 / 3) * (qx - toX),
      toY + (2 / 3) * (qy - toY),
      toX,
      toY,
    );
    [quadX, quadY] = [qx, qy];
  };
  for (const { letter, numbers } of commandsOf(d)) {
    const kind = letter.toUpperCase();
    const count = operands[kind] as number;
    if (steps.length === 0 && kind !== 'M') throw new SyntaxError('path data begins without a move');
    if (count === 0 ? numbers.length > 0 : numbers.length === 0 || numbers.length % count !== 0) {
      throw new SyntaxError(`wrong number of operands for ${letter}`);
    }
    if (kind === 'Z') {
      steps.push({ kind: 'close' });
      [x, y, previous] = [startX, startY, 'Z'];
    }
    for (let index = 0; index < numbers.length; index += count) {
      const n = numbers.slice(index, index + count);
      const [dx, dy] = letter === kind ? [0, 0] : [x, y];
      const at = (place: number) => (n[place] as number) + (place % 2 === 0 ? dx : dy);
      if (kind === 'M' || kind === 'L') {
        [x, y] = [at(0), at(1)];
        const move = kind === 'M' && index === 0;
        if (move) [startX, startY] = [x, y];
        steps.push({ kind: move ? 'move' : 'line', x, y });
      } else if (kind === 'H' || kind === 'V') {
        if (kind === 'H') x = (n[0] as number) + dx;
        else y = (n[0] as number) + dy;
        steps.push({ kind: 'line', x, y });
      } else if (kind === 'C') {
        curve(at(0), at(1), at(2), at(3), at(4), at(5));
      } else if (kind === 'S') {
        const smooth = previous === 'C' || previous === 'S';
        curve(smooth ? 2 * x - cubicX : x, smooth ? 2 * y - cubicY : y, at(0), at(1), at(2), at(3));
      } else if (kind === 'Q') {
        quadratic(at(0), at(1), at(2), at(3));
      } else if (kind === 'T') {
        const smooth = previous === 'Q' || previous === 'T';
        quadratic(smooth ? 2 * x - quadX : x, smooth ? 2 * y - quadY : y, at(0), at(1));
      } else if (kind === 'A') {
        const [rx, ry, rotation, large, sweep] = n as [number, number, number, number, number];
        const [toX, toY] = [(n[5] as number) + dx, (n[6] as number) + dy];
        const arcs = arcToCurves(
          x,
          y,
          Math.abs(rx),
          Math.abs(ry),
          rotation,
          large !== 0,
          sweep !== 0,
          toX,
          toY,
        );
        if (arcs === null) steps.push({ kind: 'line', x: toX, y: toY });
        else for (const arc of arcs) curve(...arc);
        [x, y] = [toX, toY];
      }
      previous = kind;
    }
  }
  return steps;
}

type Cubic = [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** Converts from endpoint to center parameterization (SVG 2, B.2.4), then to one cubic curve for each 90° at most. */
function arcToCurves(
  x0: number,
  y0: number,
  rx: number,
  ry: number,
  rotation: number,
  large: boolean,
  sweep: boolean,
  x: number,
  y: number,
): Cubic[] | null {
  if (x0 === x && y0 === y) return [];
  if (rx === 0 || ry === 0) return null;
  const phi = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)];
  const halfX = (x0 - x) / 2;
  const halfY = (y0 - y) / 2;
  const px = cos * halfX + sin * halfY;
  const py = -sin * halfX + cos * halfY;
  const scale = Math.max(1, Math.sqrt((px / rx) ** 2 + (py / ry) ** 2));
  const [a, b] = [rx * scale, ry * scale];
  const square = (a * b) ** 2 - (a * py) ** 2 - (b * px) ** 2;
  const factor =
    (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, square) / ((a * py) ** 2 + (b * px) ** 2));
  const cxp = (factor * a * py) / b;
  const cyp = (-factor * b * px) / a;
  const cx = cos * cxp - sin * cyp + (x0 + x) / 2;
  const cy = sin * cxp + cos * cyp + (y0 + y) / 2;
  const from = Math.atan2((py - cyp) / b, (px - cxp) / a);
  let sweepAngle = Math.atan2((-py - cyp) / b, (-px - cxp) / a) - from;
  if (sweep && sweepAngle < 0) sweepAngle += 2 * Math.PI;
  if (!sweep && sweepAngle > 0) sweepAngle -= 2 * Math.PI;
  // The squares of very large radii overflow; the visible part of such an arc is straight.
  if (!Number.isFinite(sweepAngle)) return null;
  const parts = Math.max(1, Math.ceil(Math.abs(sweepAngle) / (Math.PI / 2) - 1e-9));
  const step = sweepAngle / parts;
  const k = (4 / 3) * Math.tan(step / 4);
  const point = (u: number, v: number): [number, number] => [
    cx + cos * a * u - sin * b * v,
    cy + sin * a * u + cos * b * v,
  ];
  return Array.from({ length: parts }, (_, index): Cubic => {
    const start = from + index * step;
    const end = start + step;
    const first = point(Math.cos(start) - k * Math.sin(start), Math.sin(start) + k * Math.cos(start));
    const second = point(Math.cos(end) + k * Math.sin(end), Math.sin(end) - k * Math.cos(end));
    const last: [number, number] = index === parts - 1 ? [x, y] : point(Math.cos(end), Math.sin(end));
    return [...first, ...second, ...last];
  });
}
