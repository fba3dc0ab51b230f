export type Platform = 'apple' | 'other';

/** The keys of a command, such as `Shift+Mod+G`, the one to show first. `Mod` is ⌘ or Ctrl. */
export type Shortcut = Readonly<Record<Platform, readonly string[]>>;

/** What a browser says about a pressed key: a `KeyboardEvent`. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** The same keys on both platforms, `Mod` being ⌘ or Ctrl. */
export function keys(...both: string[]): Shortcut {
  return { apple: both, other: both };
}

/** Different keys on each platform. */
export function keysOf(apple: readonly string[], other: readonly string[]): Shortcut {
  return { apple, other };
}

const modifiers = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const;

/** Keys in one order and with one spelling: `shift+mod+g` → `Mod+Shift+G`. */
export function normalKeys(written: string): string {
  const parts = written.split(/\+(?=.)/);
  const key = parts.at(-1) as string;
  const held = new Set(parts.slice(0, -1).map((part) => part.toLowerCase()));
  const names = modifiers.filter((name) => held.has(name.toLowerCase()));
  return [...names, key.length === 1 ? key.toUpperCase() : key].join('+');
}

/** Keys by their place on the keyboard, where the layout puts other characters on them. */
const places: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
};

/**
 * The names of a pressed key: as its layout says, and for a layout without Latin letters, or with brackets behind AltGr,
 * as its place on the keyboard does.
 */
function namesOf({ key, code }: KeyPress): string[] {
  const names = [key === ' ' ? 'Space' : key];
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && !/^[a-z]$/i.test(key)) names.push(letter);
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit && key !== digit) names.push(digit);
  if (Object.hasOwn(places, code)) names.push(places[code] as string);
  return names;
}

/** The ways in which a shortcut may be written that a key press is. */
export function pressed(press: KeyPress, platform: Platform): string[] {
  const held: string[] = [];
  if (platform === 'apple' ? press.metaKey : press.ctrlKey) held.push('Mod');
  if (platform === 'apple' && press.ctrlKey) held.push('Ctrl');
  if (platform === 'other' && press.metaKey) return [];
  if (press.altKey) held.push('Alt');
  if (press.shiftKey) held.push('Shift');
  const found = namesOf(press).map((name) => normalKeys([...held, name].join('+')));
  // `?` is Shift with another key on most layouts: its own name says enough.
  if (press.shiftKey && /^[^\p{L}\p{N}\s]$/u.test(press.key)) {
    found.push(normalKeys([...held.filter((name) => name !== 'Shift'), press.key].join('+')));
  }
  return [...new Set(found)];
}

const appleSigns: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
  Backspace: '⌫',
  Delete: '⌦',
  Enter: '↩',
};
const arrows: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** Keys whose names differ by language; each has a text `editor.keys.<name>`. */
export const namedKeys = [
  ...(['Mod', 'Alt', 'Shift', 'Delete', 'Backspace', 'Enter', 'Escape', 'Tab', 'Space'] as const),
  ...(['Home', 'End', 'PageUp', 'PageDown'] as const),
] as const;
export type NamedKey = (typeof namedKeys)[number];

/** One key of a shortcut as the sheet shows it: a sign, or a name to be translated. */
export type KeyCap = { sign: string } | { named: NamedKey };

/** The keys of one way to press a shortcut, in the order in which they are shown. */
export function keyCaps(written: string, platform: Platform): KeyCap[] {
  return normalKeys(written)
    .split(/\+(?=.)/)
    .map((name): KeyCap => {
      const sign = arrows[name] ?? (platform === 'apple' ? appleSigns[name] : undefined);
      if (sign !== undefined) return { sign };
      const named = namedKeys.find((one) => one === name);
      return named ? { named } : { sign: name };
    });
}
