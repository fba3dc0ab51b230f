import { type EditorState, selected, selectedParagraphStyle, selectedStyle } from '../../model/index.ts';
import { mixed, type Shared, sharedOf } from '../../parts/shared.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';

type Command = 'text.style' | 'text.paragraph';

const characterNames = [
  ...(['fontFamily', 'fontWeight', 'italic', 'fontSize', 'fill', 'underline', 'lineThrough'] as const),
  ...(['letterCase', 'charSpacing', 'language'] as const),
] as const;
const paragraphNames = [
  ...(['align', 'direction', 'lineHeight', 'indent', 'spaceBefore', 'spaceAfter'] as const),
] as const;

interface Values {
  fontFamily: string;
  fontWeight: number;
  italic: boolean;
  fontSize: number;
  fill: string;
  underline: boolean;
  lineThrough: boolean;
  letterCase: 'none' | 'upper' | 'lower' | 'title';
  charSpacing: number;
  /** Null = the language of the template. */
  language: string | null;
  align: 'start' | 'end' | 'left' | 'center' | 'right' | 'justify';
  direction: 'auto' | 'ltr' | 'rtl';
  lineHeight: number;
  indent: number;
  spaceBefore: number;
  spaceAfter: number;
}
type Name = keyof Values;

/** What the selected text looks like; what a table and the like have none of is left out. */
export type TextStyle = { readonly [Key in Name]?: Shared<Values[Key]> };

/** The languages of runs and elements. A style says neither whether they differ nor whether there is none. */
function languageOf(state: EditorState): Shared<string | null> | undefined {
  const holders = selected(state).flatMap(({ element }) => ('paragraphs' in element ? [element] : []));
  return sharedOf(
    holders.flatMap((element) => {
      const runs = element.paragraphs.flatMap((paragraph) => paragraph.runs);
      const own = runs.map(({ language }) => language ?? element.language);
      return own.length > 0 ? own : [element.language];
    }),
  );
}

function styleOf(state: EditorState): TextStyle {
  const style = selectedStyle(state);
  if (style) {
    const { language: _, ...others } = { ...style, ...selectedParagraphStyle(state) };
    const shared = Object.entries(others).map(([name, value]) => [name, value ?? mixed]);
    return { ...Object.fromEntries(shared), language: languageOf(state) } as TextStyle;
  }
  // A table has one style for all of its cells.
  const elements = selected(state).map(({ element }) => element as unknown as Record<string, unknown>);
  const owners = elements.filter((element) => 'fontFamily' in element);
  const names = [...characterNames, ...paragraphNames];
  const own = names.flatMap((name) => {
    const values = owners.filter((element) => name in element).map((element) => element[name]);
    return values.length > 0 ? [[name, sharedOf(values)]] : [];
  });
  return Object.fromEntries(own) as TextStyle;
}

const known = new WeakMap<EditorState, TextStyle>();

/** Every field asks for the style, so that of a state is found once. */
function knownStyle(state: EditorState): TextStyle {
  let style = known.get(state);
  if (!style) {
    style = styleOf(state);
    known.set(state, style);
  }
  return style;
}

export interface StyleSetter {
  style: TextStyle;
  set: <Key extends Name>(name: Key, value: Values[Key], gesture?: string) => void;
}

/**
 * The style of the selected letters and paragraphs, or of the whole text of the selected elements. Renders again only
 * when one of the properties that are asked for changes.
 */
export function useTextStyle(of: readonly Name[]): StyleSetter {
  const session = useEditor();
  const style = useEditorState(knownStyle, (a, b) => of.every((name) => a[name] === b[name]));
  return {
    style,
    set(name, value, gesture) {
      const isOfParagraph = (paragraphNames as readonly string[]).includes(name);
      const command: Command = isOfParagraph ? 'text.paragraph' : 'text.style';
      session.run(command, {
        style: { [name]: value },
        ...(gesture !== undefined && { gesture }),
      });
    },
  };
}
