import type { TextContent, TextParagraph, TextRun } from '@sello/contracts';
import { type FilledText, isolateValues } from '../../text/isolates.ts';
import type { FontRequest } from '../element-kind.ts';

type Paragraphs = Pick<TextContent, 'paragraphs'>;

/** The texts of all runs, in logical order. */
export function runTexts({ paragraphs }: Paragraphs): string[] {
  const texts: string[] = [];
  for (const { runs } of paragraphs) for (const { text } of runs) texts.push(text);
  return texts;
}

/** A copy of the content with each run's text replaced by the result of `print`. */
export function fillRuns<Content extends Paragraphs>(
  content: Content,
  print: (text: string) => string,
): Content {
  return {
    ...content,
    paragraphs: content.paragraphs.map(
      (paragraph): TextParagraph => ({
        ...paragraph,
        runs: paragraph.runs.map((run): TextRun => ({ ...run, text: print(run.text) })),
      }),
    ),
  };
}

/** The filled content with its values isolated; `printed` has the texts of all runs, in logical order. */
export function isolateRuns<Content extends TextContent>(
  content: Content,
  printed: readonly FilledText[],
  locale: string,
): Content {
  let at = 0;
  let isChanged = false;
  const paragraphs = content.paragraphs.map((paragraph): TextParagraph => {
    const { runs, direction = content.direction } = paragraph;
    const own = printed.slice(at, at + runs.length);
    at += runs.length;
    const texts = isolateValues(own, { direction, language: content.language ?? locale });
    if (texts === null) return paragraph;
    isChanged = true;
    return { ...paragraph, runs: runs.map((run, index) => ({ ...run, text: texts[index] as string })) };
  });
  return isChanged ? { ...content, paragraphs } : content;
}

/** The distinct faces of its runs; the face of the base styles only when a run uses it. */
export function runFonts(content: TextContent): FontRequest[] {
  const requests = new Map<string, FontRequest>();
  for (const { runs } of content.paragraphs) {
    for (const run of runs) {
      const request = {
        family: run.fontFamily ?? content.fontFamily,
        weight: run.fontWeight ?? content.fontWeight,
        italic: run.italic ?? content.italic,
      };
      requests.set(`${request.family}|${request.weight}|${request.italic}`, request);
    }
  }
  return [...requests.values()];
}

/** One paragraph of one run: plain text. */
export function plainText(text: string): TextContent['paragraphs'] {
  return [{ runs: [{ text }] }];
}
