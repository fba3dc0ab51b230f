import { defineElement } from '../element-kind.ts';
import { plainText } from '../text/content.ts';
import { textKind } from '../text/kind.ts';

export const signature = defineElement({
  ...textKind,
  type: 'signature',
  // Whether a certificate is signed is known when it is issued.
  varies: () => true,
  measure: (element, context) => (context.signed ? textKind.measure(element, context) : null),
  sample: (id) => ({
    ...{ type: 'signature', id, x: 0, y: 0, width: 220, height: 48 },
    paragraphs: ['{{signature.name}}', '{{signature.date}}'].flatMap(plainText),
    fontFamily: 'Source Sans 3',
    fontSize: 10,
    fit: 'shrink',
  }),
});
