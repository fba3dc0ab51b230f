import type { Design } from '@sello/contracts';
import { layoutText, type TextBox } from '@sello/design';
import type { EditorFonts } from '../fonts/fonts.ts';
import { attempt } from '../pending.ts';

/**
 * The height in points of a text with the names of its variables, as it is shown while it is edited; when the files that
 * it needs are there, if they are on their way. Null for a family that nobody has.
 */
export function textHeight(
  text: TextBox,
  { locale }: Design,
  fonts: EditorFonts,
): number | Promise<void> | null {
  const outcome = attempt(() => {
    try {
      return layoutText(text, fonts, { locale, words: fonts.words }).height;
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  });
  return 'arrival' in outcome ? outcome.arrival : outcome.value;
}
