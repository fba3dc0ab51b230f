import { paintedPng } from '../../packages/render/tests/painted-png.ts';

/** Smooth, so that how a program resamples it does not matter; each corner has a colour of its own. */
const photo = paintedPng(960, 640, (x, y) => [
  Math.round(40 + (x / 960) * 200),
  Math.round(40 + (y / 640) * 200),
  Math.round(220 - ((x + y) / 1_600) * 180),
]);
/** A shape with hard edges, in the resolution of print: enlarged, some programs show its pixels and others smooth them. */
const logo = paintedPng(1_500, 1_000, (x, y) =>
  (x - 750) ** 2 / 550_000 + (y - 500) ** 2 / 225_000 < 1
    ? x < 750
      ? [194, 64, 28]
      : [28, 26, 23]
    : [241, 237, 229],
);
const seal = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90"><rect width="120" height="90" fill="#f1ede5"/><circle cx="60" cy="45" r="38" fill="none" stroke="#c2401c" stroke-width="5"/><path d="M30 60 60 12l30 48z" fill="#1c1a17"/></svg>`;
/** A stroke of ink on nothing, as a drawn signature is stored. */
const signature = (waves: number) =>
  paintedPng(900, 360, (x, y) => {
    const phase = (x / 900) * waves * Math.PI * 2;
    const slope = ((waves * Math.PI * 2) / 900) * 120 * Math.cos(phase);
    const distance = Math.abs(y - 180 - 120 * Math.sin(phase)) / Math.hypot(1, slope);
    const isEnd = x < 20 || x > 880;
    return [28, 58, 120, isEnd ? 0 : Math.round(255 * Math.min(1, Math.max(0, 9 - distance)))];
  });

/** The images of generated designs, by their ids. */
export const parityImages: Record<string, { type: string; bytes: Uint8Array }> = {
  photo: { type: 'image/png', bytes: photo },
  logo: { type: 'image/png', bytes: logo },
  turned: { type: 'image/png', bytes: photo },
  seal: { type: 'image/svg+xml', bytes: Buffer.from(seal) },
  'tenant.logo': { type: 'image/png', bytes: logo },
  'signatory1.signature': { type: 'image/png', bytes: signature(2) },
  'signatory2.signature': { type: 'image/png', bytes: signature(3) },
};
