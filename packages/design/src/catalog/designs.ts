import type { DesignInput } from '@sello/contracts';
import { blockTexts } from '../blocks/texts.ts';
import { plainText } from '../elements/text/content.ts';
import { logoVariable } from '../variables.ts';
import { drawSeal } from './seal.ts';
import { ink, mute, paper, Sheet } from './sheet.ts';
import { placeAndDate, placeVariable, results, signatoryLine, verifyBlock } from './sheet-parts.ts';
import { signatoryVariables } from './signatories.ts';
import type { CatalogTexts } from './texts.ts';

const green = '#2f4a3c';
const blue = '#23314f';
const ochre = '#8a6420';

const name = '{{student.fullName}}';
const issuer = '{{tenant.publicName}}';
const course = '{{batch.course}}';
const hours = '{{batch.hours}}';
const hidden = { hideWhenEmpty: true } as const;
/** A name takes two lines at full size, and up to four smaller ones in their place: none is smaller than the course. */
const tall = { lineHeight: 1.04, maxLines: 4 } as const;

function setting(texts: CatalogTexts): Pick<DesignInput, 'version' | 'locale' | 'dateStyle'> {
  return { version: 2, locale: texts.printed, dateStyle: 'long' };
}

/** What is asked for once per batch; the samples are those of one drawing. */
function asked(
  { courseLabel, hoursLabel, printed }: CatalogTexts,
  of: { course: string; hours: string } | null,
  roles: readonly string[],
  hasPlace = true,
): NonNullable<DesignInput['variables']> {
  const texts = blockTexts[printed.slice(0, 2) as keyof typeof blockTexts];
  return [
    ...(of === null
      ? []
      : [
          { name: 'batch.course', scope: 'batch' as const, label: courseLabel, sample: of.course },
          {
            name: 'batch.hours',
            scope: 'batch' as const,
            label: hoursLabel,
            sample: of.hours,
            optional: true,
          },
        ]),
    ...(hasPlace ? [placeVariable(texts, printed === 'pt-BR' ? 'São Paulo' : 'Lima')] : []),
    ...signatoryVariables(texts, roles),
  ];
}

/** Ink border, the name on its rule, the seal. */
export function completion(texts: CatalogTexts): DesignInput {
  const of = texts.completion;
  const sheet = new Sheet('landscape')
    .rectangle(24, 24, 1075, 746, { stroke: ink, strokeWidth: 3 })
    .rectangle(31, 31, 1061, 732, { stroke: ink, strokeWidth: 0.8 })
    .image(logoVariable, 917, 62, 114, 70)
    .text(issuer, { x: 92, baseline: 116, width: 780, size: 27, minSize: 12 }, { fontWeight: 500 })
    .text(of.name, { x: 92, baseline: 206, width: 620, size: 31 }, { italic: true });
  placeAndDate(sheet, { x: 731, baseline: 206, width: 300, size: 17, align: 'right' })
    .text(
      name,
      { x: 90, baseline: 348, width: 941, size: 62, lines: 2, minSize: 12 },
      { ...tall, charSpacing: -16 },
    )
    .rule(92, 377, 939)
    .rule(92, 381.5, 939, { strokeWidth: 1.6, dash: [0.8, 2.4] })
    .text(of.statement, { x: 92, baseline: 420, width: 939, size: 20 })
    .text(course, { x: 91, baseline: 463, width: 940, size: 31, minSize: 12 }, { charSpacing: -8 })
    .text(hours, { x: 92, baseline: 498, width: 939, size: 20, minSize: 8 }, hidden)
    .text(texts.span, { x: 92, baseline: 525, width: 939, size: 20 }, hidden);
  results(sheet, texts, { x: 92, baseline: 552, size: 20 });
  signatoryLine(sheet, 1, { x: 92, y: 676, width: 210, align: 'left' });
  signatoryLine(sheet, 2, { x: 330, y: 676, width: 210, align: 'left' });
  drawSeal(sheet, 664, 640, 96);
  verifyBlock(sheet, { x: 917, y: 556, side: 114, align: 'right', width: 268 });
  const roles = [texts.director, texts.coordinator];
  return { ...setting(texts), variables: asked(texts, of, roles), pages: [sheet.page()] };
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
    .image(logoVariable, 920, 64, 114, 64)
    .text(of.title, { x: 292, baseline: 112, width: 600, size: 34 }, { italic: true });
  placeAndDate(sheet, { x: 634, baseline: 690, width: 220, size: 17, align: 'left', fill: mute })
    .text(
      name,
      { x: 290, baseline: 286, width: 744, size: 57, lines: 2, minSize: 12 },
      { ...tall, charSpacing: -16 },
    )
    .rule(292, 316, 742, { stroke: green, strokeWidth: 2 })
    .text(of.statement, { x: 292, baseline: 370, width: 742, size: 23 })
    .text(
      course,
      { x: 291, baseline: 416, width: 743, size: 31, minSize: 12 },
      { fill: green, charSpacing: -8 },
    )
    .text(hours, { x: 292, baseline: 458, width: 742, size: 23, minSize: 8 }, hidden)
    .text(texts.span, { x: 292, baseline: 492, width: 742, size: 23 }, hidden);
  results(sheet, texts, { x: 292, baseline: 526, size: 23 });
  signatoryLine(sheet, 1, { x: 292, y: 676, width: 280, align: 'left' });
  verifyBlock(sheet, { x: 920, y: 578, side: 114, align: 'right', width: 268 });
  return { ...setting(texts), variables: asked(texts, of, [texts.coordinator]), pages: [sheet.page()] };
}

/** Rules above and below, everything on the middle line. */
export function attendance(texts: CatalogTexts): DesignInput {
  const of = texts.attendance;
  const middle = { x: 90, width: 943 };
  const center = { align: 'center' as const };
  const sheet = new Sheet('landscape')
    .rectangle(0, 0, 1123, 26, { fill: blue })
    .rectangle(0, 768, 1123, 27, { fill: blue })
    .rule(60, 56, 1003, { stroke: blue, strokeWidth: 1 })
    .rule(60, 738, 1003, { stroke: blue, strokeWidth: 1 })
    .image(logoVariable, 90, 76, 110, 60)
    .text(issuer, { x: 220, baseline: 116, width: 683, size: 26, minSize: 12 }, { ...center, fill: blue })
    .text(of.title, { ...middle, baseline: 196, size: 60 }, { ...center, fill: blue, charSpacing: -16 })
    .text(of.opening, { ...middle, baseline: 244, size: 23 }, { ...center, italic: true })
    .text(
      name,
      { ...middle, baseline: 370, size: 52, lines: 2, minSize: 12 },
      { ...center, ...tall, charSpacing: -12 },
    )
    .rule(311, 398, 500, { strokeWidth: 0.9 })
    .text(of.statement, { ...middle, baseline: 438, size: 23 }, { ...center, italic: true })
    .text(course, { ...middle, baseline: 478, size: 30, minSize: 12 }, center)
    .text(hours, { ...middle, baseline: 511, size: 21, minSize: 8 }, { ...center, ...hidden })
    .text('{{student.endDate}}', { ...middle, baseline: 540, size: 21 }, { ...center, ...hidden });
  signatoryLine(sheet, 1, { x: 110, y: 662, width: 240, align: 'center' });
  signatoryLine(sheet, 2, { x: 773, y: 662, width: 240, align: 'center' });
  verifyBlock(sheet, { x: 514, y: 566, side: 95, align: 'center' }).text(
    of.issued,
    { x: 361, baseline: 728, width: 401, size: 15 },
    { ...center, italic: true, fill: mute },
  );
  const roles = [texts.director, texts.coordinator];
  return { ...setting(texts), variables: asked(texts, of, roles, false), pages: [sheet.page()] };
}

/** Portrait, with the name on up to two lines. */
export function diploma(texts: CatalogTexts): DesignInput {
  const of = texts.diploma;
  const middle = { x: 92, width: 610 };
  const center = { align: 'center' as const };
  const sheet = new Sheet('portrait')
    .rectangle(34, 34, 726, 1055, { stroke: ink, strokeWidth: 5 })
    .rectangle(46, 46, 702, 1031, { stroke: ink, strokeWidth: 1 })
    .image(logoVariable, 317, 78, 160, 74)
    .text(issuer, { ...middle, baseline: 192, size: 28, minSize: 12 }, center)
    .text(of.title, { ...middle, baseline: 318, size: 104 }, { ...center, italic: true, charSpacing: -20 })
    .text(of.opening, { ...middle, baseline: 390, size: 24 }, { ...center, italic: true })
    .text(
      name,
      { ...middle, baseline: 536, size: 50, lines: 2, minSize: 10 },
      { ...center, ...tall, charSpacing: -8 },
    )
    .rule(147, 570, 500)
    .text(of.statement, { ...middle, baseline: 622, size: 23 }, { ...center, italic: true })
    .text(course, { ...middle, baseline: 667, size: 31, minSize: 12 }, center)
    .text(hours, { ...middle, baseline: 704, size: 21, minSize: 8 }, { ...center, ...hidden })
    .text(texts.span, { ...middle, baseline: 732, size: 21 }, { ...center, ...hidden })
    .text(
      '{{certificate.issuedAt}}',
      { ...middle, baseline: 766, size: 18 },
      { ...center, italic: true, fill: mute },
    )
    .text(
      '{{batch.place}}',
      { ...middle, baseline: 790, size: 18 },
      { ...center, italic: true, fill: mute, ...hidden },
    );
  drawSeal(sheet, 397, 886, 74);
  signatoryLine(sheet, 1, { x: 92, y: 898, width: 200, align: 'center' });
  signatoryLine(sheet, 2, { x: 502, y: 898, width: 200, align: 'center' });
  sheet
    .qr(92, 966, 84)
    .text('{{certificate.id}}', { x: 196, baseline: 1024, width: 506, size: 15 }, { charSpacing: 15 })
    .text(
      '{{certificate.verifyAddress}}',
      { x: 196, baseline: 1045, width: 506, size: 15, minSize: 7 },
      { italic: true, fill: mute },
    );
  const roles = [texts.director, texts.registrar];
  return { ...setting(texts), variables: asked(texts, of, roles), pages: [sheet.page()] };
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
    .image(logoVariable, 130, 88, 130, 66)
    .text(issuer, { x: 280, baseline: 136, width: 563, size: 26, minSize: 12 }, center)
    .text(
      of.title,
      { ...middle, baseline: 236, size: 76 },
      { ...center, italic: true, fill: ochre, charSpacing: -18 },
    )
    .text(
      name,
      { ...middle, baseline: 388, size: 58, lines: 2, minSize: 12 },
      { ...center, ...tall, charSpacing: -12 },
    )
    .rule(261, 420, 600, { stroke: ochre, strokeWidth: 1.4 })
    .text(of.statement, { ...middle, baseline: 468, size: 25 }, center);
  placeAndDate(sheet, { ...middle, baseline: 530, size: 19, align: 'center', fill: mute });
  signatoryLine(sheet, 1, { x: 140, y: 650, width: 240, align: 'center' });
  signatoryLine(sheet, 2, { x: 743, y: 650, width: 240, align: 'center' });
  verifyBlock(sheet, { x: 511.5, y: 562, side: 100, align: 'center' });
  const roles = [texts.director, texts.jury];
  return { ...setting(texts), variables: asked(texts, null, roles), pages: [sheet.page()] };
}
