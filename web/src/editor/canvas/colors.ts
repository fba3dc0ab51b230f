/** The colours of what the editor draws around and over the page, from the tokens of the theme. */
export interface ViewColors {
  accent: string;
  wash: string;
  ink: string;
  hairline: string;
  paper: string;
  /** The accent on paper, which letters are legible on. */
  seal: string;
}

/** Reads the tokens where `element` stands. */
export function viewColors(element: Element): ViewColors {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    accent: token('--accent', '#c2401c'),
    // Of paper, which is light in both themes.
    wash: token('--doc-wash', '#f9ece5'),
    ink: token('--ink-3', '#6b655b'),
    hairline: token('--line', '#d9d4ca'),
    paper: token('--doc-paper', '#fffefa'),
    seal: token('--doc-seal', '#c2401c'),
  };
}
