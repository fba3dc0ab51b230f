import { dayIn, type SignatureFields, type Signer, zoneOf } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import { isAppError } from '@sello/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPage, openPdfium, type Pdfium } from '../src/picture/draw.ts';
import { encodePng } from '../src/picture/png.ts';
import { buildRow, certificateOf, compileDesign } from './builders.ts';
import type { Values } from './golden/case.ts';
import { quarters, stripes } from './golden/pictures.ts';
import { differencesOf, propertiesOf } from './golden/properties.ts';
import {
  compare,
  decodePng,
  expectSame,
  inCell,
  type Pixels,
  smallCells,
  tolerance,
} from './golden/sheet.ts';
import { type Subject, subjects } from './golden/subjects.ts';
import { inflateStreams } from './inflate-streams.ts';

// Each property of the design has a picture of the smallest page that shows it, rendered like a preview. All pictures of
// a type are in one sheet, `golden/<type>.png`. SELLO_RENEW_GOLDEN=1 updates the sheets; review the changes.

const fields: SignatureFields = {
  ...{ name: 'Ana Ruiz', reason: 'Course completed', location: 'Lima', contactInfo: '' },
  signedAt: new Date('2026-11-14T15:00:00Z'),
};
/** The pictures show the signature box; the bytes of the signature do not matter. */
const signer: Signer = {
  ...{ id: 'golden', algorithm: 'rsa-2048', signatureSize: 64 },
  sign: async () => new Uint8Array(64),
};
const row = buildRow({
  custom: { day: '2026-11-14', hours: '1250.5', other: 'x' },
  batch: { day: '2026-11-14' },
  images: { 'student.photo': stripes },
});

/** The pixels and the content of a certificate of the design, or the code of its error. */
type Printed = { pixels: Pixels; file: string } | { code: string };

let pdfium: Pdfium;
beforeAll(async () => {
  pdfium = await openPdfium();
});

async function print(subject: Subject, values: Values): Promise<Printed> {
  try {
    const design = defineDesign(subject.designOf(values));
    const compiled = await compileDesign(design, { images: { quarters, stripes } });
    const isSigned = design.pages.some(({ elements }) => elements.some(({ type }) => type === 'signature'));
    const issuedOn = dayIn(zoneOf(design, {}), row.certificate.issuedAt);
    const certificate = { ...row.certificate, issuedOn };
    const pdf = await certificateOf(
      compiled,
      { ...row, certificate },
      isSigned ? { signer, fields } : undefined,
    );
    const { rgba, width, height } = await drawPage(pdfium, pdf, smallCells.cell);
    const pixels = decodePng(encodePng(rgba, width, height));
    return { pixels, file: inflateStreams(pdf).toString('latin1') };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: error.code };
  }
}

const parsed = (subject: Subject, values: Values) => defineDesign(subject.designOf(values));
const noCase = { set: {}, context: {} };

const isDifferent = (one: Pixels, other: Pixels) =>
  compare(inCell(one, smallCells), inCell(other, smallCells)).differing > tolerance;

/** The effect of a property, or the error code. */
function effectOf(without: Printed, own: Printed): string {
  if ('code' in own) return own.code;
  if ('code' in without) return 'picture';
  if (isDifferent(own.pixels, without.pixels)) return 'picture';
  return without.file === own.file ? 'nothing' : 'file';
}

describe.each([...subjects])('the golden pictures of %s', (_name, subject) => {
  const cases = Object.entries(subject.cases);
  const pathOf = (property: string) => property.split(' ')[0] as string;

  it('cover every property', () => {
    expect(Object.keys(subject.cases).sort()).toEqual(propertiesOf(subject.schema).sort());
  });

  it('each change only the property of their name', () => {
    for (const [property, { set, context, also }] of cases) {
      const base = { ...subject.sample, ...context };
      const changes = differencesOf(parsed(subject, base), parsed(subject, { ...base, ...set }));
      const own = changes
        .map((path) => path.replace(/^pages\.(?:elements\.)?(?=.)/, ''))
        .filter((path) => path !== also);
      const path = pathOf(property);
      const others = own.filter((at) => at !== path && !at.startsWith(`${path}.`));
      expect([property, own.length > 0, others]).toEqual([property, true, []]);
    }
  });

  it('match the rendered pages', async () => {
    const printed = new Map<string, Promise<Printed>>();
    const printOnce = (values: Values) => {
      const key = JSON.stringify(values);
      const known = printed.get(key) ?? print(subject, values);
      printed.set(key, known);
      return known;
    };
    const shown: [string, Pixels][] = [];
    const effects: Record<string, string> = {};
    for (const [property, { set, context }] of [['sample', noCase] as const, ...cases]) {
      const without = await printOnce({ ...subject.sample, ...context });
      const own = await printOnce({ ...subject.sample, ...context, ...set });
      effects[property] = effectOf(without, own);
      if ('pixels' in own && (property === 'sample' || effects[property] === 'picture')) {
        shown.push([property, own.pixels]);
      }
    }
    // A picture that is the same without the property would test nothing.
    const expected = cases.map(([property, { effect }]) => [property, effect]);
    expect(effects).toEqual(Object.fromEntries([['sample', 'nothing'], ...expected]));
    await expectSame(subject.sheet, shown, smallCells);
  });
});
