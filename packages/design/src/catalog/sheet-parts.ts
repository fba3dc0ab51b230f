import type { BlockTexts } from '../blocks/texts.ts';
import { ink, mute, type Sheet } from './sheet.ts';
import type { CatalogTexts } from './texts.ts';

type Align = 'left' | 'center' | 'right';
const hidden = { hideWhenEmpty: true } as const;

/** The QR code with the certificate's number and the address where it is typed below it, aligned to the right or centred. */
export function verifyBlock(
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
      { x, baseline: at.y + at.side + 22, width, size: 13.6, minSize: 8 },
      { ...style, charSpacing: 15 },
    )
    .text(
      '{{certificate.verifyAddress}}',
      { x, baseline: at.y + at.side + 41, width, size: 13.6, minSize: 7 },
      { ...style, italic: true, fill: mute },
    );
}

/**
 * The line of a signatory: the signature, the name and the role. Without a name the role that the template is drawn for
 * stands in its place.
 */
export function signatoryLine(
  sheet: Sheet,
  signatory: 1 | 2,
  at: { x: number; y: number; width: number; align: Align },
): Sheet {
  const { x, y, width, align } = at;
  const image = Math.min(width, 180);
  const from = { left: 0, center: (width - image) / 2, right: width - image }[align];
  return sheet
    .image(`signatory${signatory}.signature`, x + from, y - 62, image, 60)
    .rule(x, y, width)
    .text(
      `{{batch.signatory${signatory}}}`,
      { x, baseline: y + 24, width, size: 17, minSize: 8 },
      { fill: ink, align },
    )
    .text(
      `{{batch.signatory${signatory}Role}}`,
      { x, baseline: y + 44, width, size: 15.5, minSize: 7 },
      { italic: true, fill: mute, align, ...hidden },
    );
}

/** Score and grade; each is left out when the student has none or its show flag is false. */
export function results(
  sheet: Sheet,
  texts: Pick<CatalogTexts, 'score' | 'grade'>,
  at: { x: number; baseline: number; size: number },
): Sheet {
  return sheet
    .text(texts.score, { ...at, width: 11.5 * at.size }, hidden)
    .text(texts.grade, { ...at, x: at.x + 12 * at.size, width: 200 }, hidden);
}

/** The day of issue, and the place above it where one was given. */
export function placeAndDate(
  sheet: Sheet,
  at: { x: number; baseline: number; width: number; size: number; align: Align; fill?: string },
): Sheet {
  const { baseline, align, fill = ink, ...box } = at;
  const style = { italic: true, align, fill } as const;
  return sheet
    .text('{{batch.place}}', { ...box, baseline: baseline - box.size * 1.4 }, { ...style, ...hidden })
    .text('{{certificate.issuedAt}}', { ...box, baseline }, style);
}

export const placeVariable = ({ place }: Pick<BlockTexts, 'place'>, sample: string) =>
  ({ name: 'batch.place', scope: 'batch', optional: true, label: place, sample }) as const;
