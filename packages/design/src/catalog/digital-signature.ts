import type { DesignElementInput } from '@sello/contracts';
import type { BlockTexts } from '../blocks/texts.ts';
import type { Family } from '../blocks/typeset.ts';

/** The visible box of the digital signature: who signed and when; it prints on signed certificates only. */
export function digitalSignature(
  { signedBy }: Pick<BlockTexts, 'signedBy'>,
  at: {
    id: string;
    x: number;
    y: number;
    width: number;
    height: number;
    family: Family;
    size: number;
    color: string;
    align?: 'left' | 'center' | 'right';
  },
): DesignElementInput {
  const { id, x, y, width, height, family, size, color, align = 'left' } = at;
  return {
    ...{ type: 'signature', id, x, y, width, height },
    paragraphs: [
      { runs: [{ text: signedBy }] },
      { runs: [{ text: '{{signature.name}}', fontWeight: 700 }] },
      { runs: [{ text: '{{signature.date}}' }] },
    ],
    ...{ fontFamily: family, fontSize: size, minFontSize: 4, fit: 'shrink', maxLines: 4 },
    ...{ align, verticalAlign: 'middle', fill: color, lineHeight: 1.3 },
  };
}
