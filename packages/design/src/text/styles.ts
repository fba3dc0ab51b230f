import type { Design, TextContent, TextParagraph, TextRun } from '@sello/contracts';
import { hanLanguageIn, hanStyleOf } from '../fonts/fallback.ts';
import type { WordFinder } from './breaks/opportunities.ts';
import type { FaceMetrics, Fonts } from './face.ts';
import type { LetterCase } from './letter-case.ts';
import type { ShapeStyle } from './pieces.ts';

/** The settings of a design that apply to all its texts. */
export interface TextSetting extends Pick<Design, 'locale'> {
  /** Finds the words of scripts without spaces; by default with the dictionaries of this platform. */
  words?: WordFinder;
}

/** How a piece is drawn. */
export type TextStyle = Pick<TextContent, 'fill' | 'underline' | 'lineThrough'>;

/** The line metrics of a run, in ems of its size; descent is positive. */
export interface RunMetrics {
  ascent: number;
  descent: number;
  underline: { position: number; thickness: number };
  lineThrough: { position: number; thickness: number };
}

/** A run's style, with the element's values where the run has none. */
export interface RunStyle {
  shape: ShapeStyle;
  /** The font size as a multiple of the element's. */
  scale: number;
  /** The language for letter case and line breaks (BCP 47). */
  language: string;
  letterCase: LetterCase;
  metrics: RunMetrics;
  /** Index into the styles of the layout. */
  style: number;
}

export interface ParagraphStyle
  extends Pick<TextContent, 'align' | 'direction' | 'lineHeight' | 'indent' | 'spaceBefore' | 'spaceAfter'> {}

function metricsOf(face: { unitsPerEm: number; metrics: FaceMetrics }): RunMetrics {
  const em = face.unitsPerEm;
  const { ascent, descent, ...lines } = face.metrics;
  return {
    ascent: ascent / em,
    descent: -descent / em,
    underline: { position: -lines.underlinePosition / em, thickness: lines.underlineThickness / em },
    lineThrough: { position: -lines.strikeoutPosition / em, thickness: lines.strikeoutThickness / em },
  };
}

/** Resolves the styles of a text's runs; equal styles are resolved once. */
export class RunStyles {
  readonly #box: TextContent;
  readonly #fonts: Fonts;
  readonly #setting: TextSetting;
  readonly #resolved = new Map<string, RunStyle>();
  #shown: { language: string | null } | undefined;
  readonly styles: TextStyle[] = [];

  constructor(box: TextContent, fonts: Fonts, setting: TextSetting) {
    this.#box = box;
    this.#fonts = fonts;
    this.#setting = setting;
  }

  /** The style of a run, or of the element for undefined. Throws RangeError for an unknown family. */
  of(run: TextRun | undefined): RunStyle {
    if (run === undefined || Object.keys(run).length === 1) {
      const known = this.#resolved.get('');
      if (known) return known;
      const style = this.#resolve({});
      this.#resolved.set('', style);
      return style;
    }
    const { text: _, ...overrides } = run;
    const key = JSON.stringify(overrides);
    let style = this.#resolved.get(key);
    if (!style) {
      style = this.#resolve(overrides);
      this.#resolved.set(key, style);
    }
    return style;
  }

  #resolve(overrides: Omit<TextRun, 'text'>): RunStyle {
    const box = this.#box;
    const of = <Key extends keyof typeof overrides>(key: Key): TextContent[Key] =>
      (overrides[key] as TextContent[Key] | undefined) ?? box[key];
    const family = of('fontFamily');
    const language = of('language') ?? this.#setting.locale;
    const chain = this.#fonts.chain(family, of('fontWeight'), of('italic'), this.#writingOf(language));
    const face = chain?.find(({ pack }) => pack === undefined) ?? chain?.[0];
    if (!chain || !face) throw new RangeError(`no font family ${family}`);
    return {
      shape: { chain, spacing: of('charSpacing') / 1000, language },
      scale: of('fontSize') / box.fontSize,
      language,
      letterCase: of('letterCase'),
      metrics: metricsOf(face),
      style: this.#styleOf({ fill: of('fill'), underline: of('underline'), lineThrough: of('lineThrough') }),
    };
  }

  /** The language that selects ideograph forms: `named` if it determines them, else inferred from kana or hangul. */
  #writingOf(named: string): string {
    if (hanStyleOf(named) !== null) return named;
    if (!this.#shown) {
      const text = this.#box.paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join('\n');
      this.#shown = { language: hanLanguageIn(text) };
    }
    return this.#shown.language ?? named;
  }

  #styleOf(style: TextStyle): number {
    const same = this.styles.findIndex(
      ({ fill, underline, lineThrough }) =>
        fill === style.fill && underline === style.underline && lineThrough === style.lineThrough,
    );
    if (same >= 0) return same;
    this.styles.push(style);
    return this.styles.length - 1;
  }
}

/** A paragraph's style, with the element's values where the paragraph has none. */
export function paragraphStyle(box: TextContent, paragraph: TextParagraph): ParagraphStyle {
  return {
    align: paragraph.align ?? box.align,
    direction: paragraph.direction ?? box.direction,
    lineHeight: paragraph.lineHeight ?? box.lineHeight,
    indent: paragraph.indent ?? box.indent,
    spaceBefore: paragraph.spaceBefore ?? box.spaceBefore,
    spaceAfter: paragraph.spaceAfter ?? box.spaceAfter,
  };
}
