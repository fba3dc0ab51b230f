import type { PrintedValues } from '@sello/design';

/** The panels at the left, in the order of the rail. */
export const panelNames = [
  'pages',
  'layers',
  'elements',
  'text',
  'images',
  'variables',
  'blocks',
  'fonts',
] as const;
export type PanelName = (typeof panelNames)[number];

/** The dialogs of the editor. */
export type SheetName = 'history' | 'keys' | 'transfer' | 'test' | 'details' | 'signature' | 'font-upload';

/** What the page is filled with: the names of variables, their samples, or the values of a student. */
export type ShownWith =
  | { kind: 'names' }
  | { kind: 'sample' }
  | { kind: 'student'; studentId: string; fullName: string; values: PrintedValues };

/** What a person has open and how they look at the page: never saved, no step of the history. */
export interface ViewState {
  panel: PanelName | null;
  sheet: SheetName | null;
  shown: ShownWith;
  /** A variable is wanted for the text that is edited: the panel moves the focus to its search, and sets this back. */
  isVariableWanted: boolean;
  /** An image is wanted for the page: the panel moves the focus to its first choice, and sets this back. */
  isImageWanted: boolean;
  /** The inspector's place shows students to choose one from, and their values. */
  isPickingStudent: boolean;
  /** The inspector's place lists what to look at before anything is issued. */
  hasWarnings: boolean;
  /** CSS pixels per point. */
  zoom: number;
  hasRulers: boolean;
  /** Whether guides that a person drew are shown and moved elements snap to edges, centres and equal distances. */
  isSnapping: boolean;
  /** Snaps to a grid of 5 mm as well. */
  isOnGrid: boolean;
  /** The element whose picture is being cropped. */
  croppingId: string | null;
}

export const firstView: ViewState = {
  // On a tablet a panel lies over the page.
  panel: (globalThis.innerWidth ?? 0) > 1200 ? 'elements' : null,
  sheet: null,
  shown: { kind: 'names' },
  isVariableWanted: false,
  isImageWanted: false,
  isPickingStudent: false,
  hasWarnings: false,
  zoom: 1,
  hasRulers: true,
  isSnapping: true,
  isOnGrid: false,
  croppingId: null,
};
