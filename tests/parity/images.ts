import { paintedPng } from '../../packages/render/tests/painted-png.ts';

/** Smooth, so that how a program resamples it does not matter; each corner has a colour of its own. */
const photo = paintedPng(240, 160, (x, y) => [
  Math.round(40 + (x / 240) * 200),
  Math.round(40 + (y / 160) * 200),
  Math.round(220 - ((x + y) / 400) * 180),
]);
/** A shape with hard edges, larger than it is drawn. */
const logo = paintedPng(300, 200, (x, y) =>
  (x - 150) ** 2 / 22_000 + (y - 100) ** 2 / 9_000 < 1
    ? x < 150
      ? [194, 64, 28]
      : [28, 26, 23]
    : [241, 237, 229],
);
const seal = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90"><rect width="120" height="90" fill="#f1ede5"/><circle cx="60" cy="45" r="38" fill="none" stroke="#c2401c" stroke-width="5"/><path d="M30 60 60 12l30 48z" fill="#1c1a17"/></svg>`;

/** The images of generated designs, by their ids. */
export const parityImages: Record<string, { type: string; bytes: Uint8Array }> = {
  photo: { type: 'image/png', bytes: photo },
  logo: { type: 'image/png', bytes: logo },
  turned: { type: 'image/png', bytes: photo },
  seal: { type: 'image/svg+xml', bytes: Buffer.from(seal) },
  'tenant.logo': { type: 'image/png', bytes: logo },
};
