import { numbers, type Point, polar } from './path-data.ts';

/** A pointed leaf from a point, `length` long in the direction of `angle` (radians). */
function leaf(from: Point, angle: number, length: number, width: number): string {
  const tip = polar(angle, length, from);
  const side = (sign: number): Point =>
    polar(angle + (sign * Math.PI) / 2, width, polar(angle, length * 0.46, from));
  return `M${numbers(from)}Q${numbers([...side(-1), ...tip])}Q${numbers([...side(1), ...from])}Z`;
}

/** The right branch of a laurel, from the bottom up around the origin at a distance of 40. */
function branch(mirror: 1 | -1): { leaves: string; stem: string } {
  const pairs = 11;
  const [low, high] = [Math.PI * 0.46, -Math.PI * 0.33];
  const place = (angle: number, radius: number): Point => {
    const [x, y] = polar(angle, radius);
    return [mirror * x, y];
  };
  const turned = (angle: number) => (mirror === 1 ? angle : Math.PI - angle);
  let leaves = '';
  for (let pair = 0; pair < pairs; pair += 1) {
    const share = pair / (pairs - 1);
    const angle = low + (high - low) * (0.03 + 0.93 * share);
    const along = angle - Math.PI / 2;
    const length = 12.4 - 3.4 * share;
    leaves += leaf(place(angle, 39), turned(along + 0.62), length, 3.7 - 0.8 * share);
    leaves += leaf(place(angle - 0.05, 41), turned(along + 0.62 - 1.12), length * 0.92, 3.4 - 0.8 * share);
  }
  leaves += leaf(place(high, 40), turned(high - Math.PI / 2 - 0.12), 10, 3.1);
  const start = place(low + 0.26, 40);
  const stem = `M${numbers(start)}A40 40 0 0 ${mirror === 1 ? 0 : 1} ${numbers(place(high, 40))}`;
  return { leaves, stem };
}

const branches = ([1, -1] as const).map(branch);
/** A wreath open at the top, in a square of 104 around the origin. */
export const laurel = {
  viewBox: [-52, -52, 104, 104] as [number, number, number, number],
  leaves: branches.map(({ leaves }) => leaves).join(''),
  stems: branches.map(({ stem }) => stem).join(''),
};
