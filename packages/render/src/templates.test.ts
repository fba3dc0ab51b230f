import { builtInTemplates, kindOf, layoutText, newsreader, printedElements } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { bundledFonts } from '../tests/builders.ts';

const catalogLocales = ['en', 'es', 'pt-BR'];

describe('the built-in templates', () => {
  it('are measured with the ascent and descent of their faces', async () => {
    const fonts = await bundledFonts();
    for (const family of ['Newsreader', 'Newsreader Display']) {
      for (const italic of [false, true]) {
        const [face] = fonts.chain(family, 400, italic) ?? [];
        if (!face) throw new Error(`no ${family}`);
        expect(face.metrics.ascent / face.unitsPerEm).toBe(newsreader.ascent);
        expect(-face.metrics.descent / face.unitsPerEm).toBe(newsreader.descent);
      }
    }
  });

  it.each(catalogLocales)('show their own texts in %s at full size', async (locale) => {
    const fonts = await bundledFonts();
    for (const { key, design } of builtInTemplates(locale)) {
      for (const page of design.pages) {
        for (const element of printedElements(page.elements)) {
          if (element.type !== 'text' || kindOf(element).varies(element)) continue;
          const layout = layoutText(element, fonts, design);
          expect([key, element.id, layout.fontSize, layout.problems]).toEqual([
            key,
            element.id,
            element.fontSize,
            [],
          ]);
        }
      }
    }
  });
});
