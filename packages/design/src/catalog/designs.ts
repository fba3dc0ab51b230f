import type { DesignInput } from '@sello/contracts';
import { plainText } from '../elements/text/content.ts';
import { drawSeal } from './seal.ts';
import { ink, mute, paper, Sheet } from './sheet.ts';
import type { CatalogTexts } from './texts.ts';

const green = '#2f4a3c';
const blue = '#23314f';
const ochre = '#8a6420';

const name = '{{student.fullName}}';
const issuer = '{{tenant.publicName}}';

type Align = 'left' | 'center' | 'right';

/** The QR code, with the certificate id and the verify URL below it, aligned to the right or centred. */
function verifyBlock(
  sheet: Sheet,
  at: { x: number; y: number; side: number; align: Align; width?: number },
): Sheet {
  const width = at.width ?? 330;
  const x = at.align === 'right' ? at.x + at.side - width : at.x + at.side / 2 - width / 2;
  const style = { align: at.align } as const;
  return sheet
    .qr(at.x, at.y, at.side)
    .text(
      '{{certificate.id}}',
      { x, baseline: at.y + at.side + 22, width, size: 13.6 },
      { ...style, charSpacing: 15 },
    )
    .text(
      '{{certificate.verifyUrl}}',
      { x, baseline: at.y + at.side + 40, width, size: 12.4, minSize: 6 },
      { ...style, italic: true, fill: mute },
    );
}

function signatureLine(
  sheet: Sheet,
  at: { x: number; y: number; width: number; align: Align },
  role: string,
): Sheet {
  return sheet
    .rule(at.x, at.y, at.width)
    .text(
      role,
      { x: at.x, baseline: at.y + 25, width: at.width, size: 17 },
      { italic: true, fill: mute, align: at.align },
    );
}

/** Score and grade; each is left out when the student has none or its show flag is false. */
function results(
  sheet: Sheet,
  texts: CatalogTexts,
  at: { x: number; baseline: number; size: number },
): Sheet {
  return sheet
    .text(texts.score, { ...at, width: 11.5 * at.size }, { hideWhenEmpty: true })
    .text(texts.grade, { ...at, x: at.x + 12 * at.size, width: 200 }, { hideWhenEmpty: true });
}

function setting(texts: CatalogTexts): Pick<DesignInput, 'version' | 'locale' | 'dateStyle'> {
  return { version: 2, locale: texts.printed, dateStyle: 'long' };
}

/** Ink border, the name on its rule, the seal. */
export function completion(texts: CatalogTexts): DesignInput {
  const of = texts.completion;
  const sheet = new Sheet('landscape')
    .rectangle(24, 24, 1075, 746, { stroke: ink, strokeWidth: 3 })
    .rectangle(31, 31, 1061, 732, { stroke: ink, strokeWidth: 0.8 })
    .text(issuer, { x: 92, baseline: 116, width: 620, size: 27 }, { fontWeight: 500 })
    .text(
      '{{certificate.issuedAt}}',
      { x: 731, baseline: 114, width: 300, size: 17 },
      { italic: true, align: 'right' },
    )
    .text(of.name, { x: 92, baseline: 252, width: 939, size: 31 }, { italic: true })
    .text(name, { x: 90, baseline: 348, width: 941, size: 66, minSize: 12 }, { charSpacing: -16 })
    .rule(92, 377, 939)
    .rule(92, 381.5, 939, { strokeWidth: 1.6, dash: [0.8, 2.4] })
    .text(of.statement, { x: 92, baseline: 424, width: 939, size: 20 })
    .text(of.course, { x: 91, baseline: 470, width: 940, size: 34, lines: 1 }, { charSpacing: -8 })
    .text(of.span, { x: 92, baseline: 508, width: 939, size: 20 }, { hideWhenEmpty: true });
  results(sheet, texts, { x: 92, baseline: 538, size: 20 });
  signatureLine(sheet, { x: 92, y: 676, width: 196, align: 'left' }, texts.director);
  signatureLine(sheet, { x: 322, y: 676, width: 196, align: 'left' }, texts.coordinator);
  drawSeal(sheet, 651, 628, 102);
  verifyBlock(sheet, { x: 917, y: 556, side: 114, align: 'right', width: 268 });
  return { ...setting(texts), pages: [sheet.page()] };
}

/** A green band with the issuer along it. */
export function shortCourse(texts: CatalogTexts): DesignInput {
  const of = texts.shortCourse;
  const sheet = new Sheet('landscape')
    .rectangle(0, 0, 218, 795, { fill: green })
    // Rotated about its centre, so that it reads upwards along the band.
    .textBox({
      type: 'text',
      id: 'issuer',
      x: 111 - 330,
      y: 397 - 20,
      width: 660,
      height: 40,
      rotation: -90,
      paragraphs: plainText(issuer),
      fontFamily: 'Newsreader',
      fontSize: 27,
      minFontSize: 12,
      fit: 'shrink',
      maxLines: 1,
      verticalAlign: 'middle',
      fill: paper,
    })
    .text(of.title, { x: 292, baseline: 150, width: 742, size: 34 }, { italic: true })
    .text(name, { x: 290, baseline: 286, width: 744, size: 57, minSize: 12 }, { charSpacing: -16 })
    .rule(292, 316, 742, { stroke: green, strokeWidth: 2 })
    .text(of.statement, { x: 292, baseline: 376, width: 742, size: 24 })
    .text(of.course, { x: 291, baseline: 428, width: 743, size: 38 }, { fill: green, charSpacing: -8 })
    .text(of.span, { x: 292, baseline: 474, width: 742, size: 24 }, { hideWhenEmpty: true });
  results(sheet, texts, { x: 292, baseline: 512, size: 24 });
  signatureLine(sheet, { x: 292, y: 690, width: 250, align: 'left' }, texts.coordinator);
  sheet.text(
    '{{certificate.issuedAt}}',
    { x: 292, baseline: 150, width: 742, size: 17 },
    { italic: true, align: 'right', fill: mute },
  );
  verifyBlock(sheet, { x: 920, y: 578, side: 114, align: 'right' });
  return { ...setting(texts), pages: [sheet.page()] };
}

/** Rules above and below, everything on the middle line. */
export function attendance(texts: CatalogTexts): DesignInput {
  const of = texts.attendance;
  const middle = { x: 90, width: 943 };
  const sheet = new Sheet('landscape')
    .rectangle(0, 0, 1123, 26, { fill: blue })
    .rectangle(0, 768, 1123, 27, { fill: blue })
    .rule(60, 56, 1003, { stroke: blue, strokeWidth: 1 })
    .rule(60, 738, 1003, { stroke: blue, strokeWidth: 1 })
    .text(issuer, { ...middle, baseline: 122, size: 26 }, { align: 'center', fill: blue })
    .text(of.title, { ...middle, baseline: 222, size: 66 }, { align: 'center', fill: blue, charSpacing: -16 })
    .text(of.opening, { ...middle, baseline: 284, size: 24 }, { align: 'center', italic: true })
    .text(name, { ...middle, baseline: 366, size: 54, minSize: 12 }, { align: 'center', charSpacing: -12 })
    .rule(311, 394, 500, { strokeWidth: 0.9 })
    .text(of.statement, { ...middle, baseline: 446, size: 24 }, { align: 'center', italic: true })
    .text(of.course, { ...middle, baseline: 496, size: 34 }, { align: 'center' })
    .text(of.span, { ...middle, baseline: 536, size: 23 }, { align: 'center', hideWhenEmpty: true });
  signatureLine(sheet, { x: 120, y: 664, width: 240, align: 'center' }, texts.director);
  signatureLine(sheet, { x: 763, y: 664, width: 240, align: 'center' }, texts.coordinator);
  verifyBlock(sheet, { x: 511.5, y: 578, side: 100, align: 'center' });
  return { ...setting(texts), pages: [sheet.page()] };
}

/** Portrait, with the name on up to two lines. */
export function diploma(texts: CatalogTexts): DesignInput {
  const of = texts.diploma;
  const middle = { x: 92, width: 610 };
  const center = { align: 'center' as const };
  const sheet = new Sheet('portrait')
    .rectangle(34, 34, 726, 1055, { stroke: ink, strokeWidth: 5 })
    .rectangle(46, 46, 702, 1031, { stroke: ink, strokeWidth: 1 })
    .text(issuer, { ...middle, baseline: 166, size: 28 }, center)
    .text(of.title, { ...middle, baseline: 318, size: 104 }, { ...center, italic: true, charSpacing: -20 })
    .text(of.opening, { ...middle, baseline: 398, size: 24 }, { ...center, italic: true })
    .text(name, { ...middle, baseline: 536, size: 50, lines: 2, minSize: 10 }, { ...center, charSpacing: -8 })
    .rule(147, 570, 500)
    .text(of.statement, { ...middle, baseline: 630, size: 24 }, { ...center, italic: true })
    .text(of.course, { ...middle, baseline: 684, size: 36, lines: 1 }, center)
    .text(of.span, { ...middle, baseline: 728, size: 22 }, { ...center, hideWhenEmpty: true })
    .text(
      '{{certificate.issuedAt}}',
      { ...middle, baseline: 762, size: 18 },
      { ...center, italic: true, fill: mute },
    );
  drawSeal(sheet, 397, 880, 78);
  signatureLine(sheet, { x: 92, y: 900, width: 190, align: 'center' }, texts.director);
  signatureLine(sheet, { x: 512, y: 900, width: 190, align: 'center' }, texts.registrar);
  sheet
    .qr(92, 966, 84)
    .text('{{certificate.id}}', { x: 196, baseline: 1026, width: 506, size: 14 }, { charSpacing: 15 })
    .text(
      '{{certificate.verifyUrl}}',
      { x: 196, baseline: 1046, width: 506, size: 13, minSize: 6 },
      { italic: true, fill: mute },
    );
  return { ...setting(texts), pages: [sheet.page()] };
}

/** An ochre frame with inverted corners. */
export function mention(texts: CatalogTexts): DesignInput {
  const of = texts.mention;
  const middle = { x: 130, width: 863 };
  const center = { align: 'center' as const };
  const whole = { x: 0, y: 0, width: 1123, height: 794 };
  const view: [number, number, number, number] = [0, 0, 1123, 794];
  const sheet = new Sheet('landscape')
    .path('M96 46h931v50h50v602h-50v50H96v-50H46V96h50z', view, whole, { stroke: ochre, strokeWidth: 4 })
    .path('M108 58h907v50h50v578h-50v50H108v-50H58V108h50z', view, whole, { stroke: ochre, strokeWidth: 1 })
    .text(issuer, { ...middle, baseline: 158, size: 28 }, center)
    .text(
      of.title,
      { ...middle, baseline: 274, size: 84 },
      { ...center, italic: true, fill: ochre, charSpacing: -18 },
    )
    .text(name, { ...middle, baseline: 392, size: 60, minSize: 12 }, { ...center, charSpacing: -12 })
    .rule(261, 424, 600, { stroke: ochre, strokeWidth: 1.4 })
    .text(of.statement, { ...middle, baseline: 474, size: 26 }, center)
    .text(
      '{{certificate.issuedAt}}',
      { ...middle, baseline: 512, size: 20 },
      { ...center, italic: true, fill: mute },
    );
  signatureLine(sheet, { x: 150, y: 650, width: 230, align: 'center' }, texts.director);
  signatureLine(sheet, { x: 743, y: 650, width: 230, align: 'center' }, texts.jury);
  verifyBlock(sheet, { x: 511.5, y: 566, side: 100, align: 'center' });
  return { ...setting(texts), pages: [sheet.page()] };
}
