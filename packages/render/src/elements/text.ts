import type { SignatureElement, TextElement } from '@sello/contracts';
import { kindOf, runTexts, type TextLayout } from '@sello/design';
import { rectanglePath } from '../pdf/outlines.ts';
import type { Passage } from '../pdf/structure/reading-order.ts';
import type { LanguageOf } from '../pdf/text-operators.ts';
import { paintText } from '../pdf/text-paint.ts';
import { always, never, type Painter } from './painter.ts';

type Boxed = TextElement | SignatureElement;

/** The text of an element as one line, and its largest font size. */
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

/** A separate layout of each paragraph that is not empty. */
function paragraphsOf(layout: TextLayout): TextLayout[] {
  const parts: { paragraph: number; lines: TextLayout['lines'] }[] = [];
  for (const line of layout.lines) {
    const paragraph = line.pieces[0]?.source.paragraph;
    if (paragraph === undefined) continue;
    const last = parts.at(-1);
    if (last?.paragraph === paragraph) last.lines.push(line);
    else parts.push({ paragraph, lines: [line] });
  }
  return parts.map(({ lines }) => ({ ...layout, lines }));
}

/** Returns the language of each piece whose run has another language than the element; undefined without such runs. */
function languagesOf(element: Boxed, locale: string): LanguageOf | undefined {
  const around = element.language ?? locale;
  const own = (paragraph: number, run: number) => {
    const language = element.paragraphs[paragraph]?.runs[run]?.language;
    const resolved = language === undefined ? around : (language ?? locale);
    return resolved === around ? null : resolved;
  };
  const isMixed = element.paragraphs.some(({ runs }, paragraph) =>
    runs.some((_, run) => own(paragraph, run) !== null),
  );
  return isMixed ? ({ source }) => own(source.paragraph, source.run) : undefined;
}

const textPainter: Omit<Painter<Boxed, TextLayout>, 'passage'> = {
  prepare(element, prefix) {
    for (const request of kindOf(element).fonts(element)) prefix.repertoire(request);
  },
  changesState: never,
  // Letters may overlap each other, as in script typefaces, and their underlines and strikeouts.
  overlaps: always,
  reading: ({ language }, layout) =>
    layout.lines.some(({ pieces }) => pieces.length > 0)
      ? { kind: 'text', language, hasParagraphs: paragraphsOf(layout).length > 1 }
      : null,
  paint(element, layout, frame, { resources, structure, paragraphTag, locale }) {
    const languageOf = languagesOf(element, locale);
    const painted = paragraphTag
      ? paragraphsOf(layout)
          .map((part) =>
            structure.mark(element.id, paragraphTag, paintText(part, frame, resources, languageOf)),
          )
          .join('\n')
      : paintText(layout, frame, resources, languageOf);
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
