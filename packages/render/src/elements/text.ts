import type { SignatureElement, TextElement } from '@sello/contracts';
import { kindOf, runTexts, type TextLayout } from '@sello/design';
import { rectanglePath } from '../pdf/outlines.ts';
import type { Passage } from '../pdf/structure/reading-order.ts';
import { paintText } from '../pdf/text-paint.ts';
import { always, never, type Painter } from './painter.ts';

type Boxed = TextElement | SignatureElement;

/** The text of an element as one line of reading and the largest size that it is set in. */
function passageOf(element: Boxed, role: Passage['role']): Omit<Passage, 'isOptional'> {
  const sizes = element.paragraphs.flatMap(({ runs }) =>
    runs.filter(({ text }) => text.trim() !== '').map(({ fontSize }) => fontSize ?? element.fontSize),
  );
  return {
    role,
    size: sizes.length === 0 ? element.fontSize : Math.max(...sizes),
    text: runTexts(element).join(''),
  };
}

const textPainter: Omit<Painter<Boxed, TextLayout>, 'passage'> = {
  prepare(element, prefix) {
    for (const request of kindOf(element).fonts(element)) prefix.repertoire(request);
  },
  changesState: never,
  // Letters may overlap each other, as those of a script do, and the lines under and through them.
  overlaps: always,
  reading: ({ language }, layout) =>
    layout.lines.some(({ pieces }) => pieces.length > 0) ? { kind: 'text', language } : null,
  paint(element, layout, frame, { resources }) {
    const painted = paintText(layout, frame, resources);
    if (element.fit !== 'clip') return painted;
    return `q\n${rectanglePath(frame, element.width, element.height, 0)} W n\n${painted}\nQ`;
  },
};

export const text: Painter<TextElement, TextLayout> = {
  ...textPainter,
  passage: (element) => passageOf(element, element.role),
};

/** A signature is a text that only signed certificates print. */
export const signature: Painter<SignatureElement, TextLayout> = {
  ...textPainter,
  isField: true,
  passage: (element) => passageOf(element, 'paragraph'),
};
