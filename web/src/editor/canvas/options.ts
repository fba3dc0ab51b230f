import type { Design, DesignPage } from '@sello/contracts';
import type { Bounds, Box } from '@sello/design';
import type { EditorFonts } from '../fonts/fonts.ts';
import type { ImageFiles } from './images.ts';
import type { ShownValues } from './page-tools.ts';

/** What the view shows. */
export interface Shown {
  design: Design;
  pageId: string;
  /** Null: texts show the names of their variables. */
  values: ShownValues;
  /** Ids of selected elements; they lie in one parent. */
  selection: readonly string[];
}

/** A finished drag: the new boxes by element id, each in the coordinates of its parent. One step of undo. */
export interface TransformChange {
  kind: 'transform';
  boxes: ReadonlyMap<string, Box>;
}

/** A line of the editor that says why something snapped, in points of the page. */
export interface SnapLine {
  /** Of the coordinate that is equal: `x` is a vertical line. */
  axis: 'x' | 'y';
  position: number;
  from: number;
  to: number;
}

/** What a drag may snap to, in points of the page. */
export interface SnapCandidates {
  page: Pick<DesignPage, 'width' | 'height' | 'guides'>;
  /** Upright boxes of the elements that are not moved. */
  boxes: readonly Bounds[];
  /** The farthest that a drag snaps, in points: a fixed number of pixels at any zoom. */
  tolerance: number;
  /** The edges that the drag moves; the centre snaps only when all of them are moved. */
  edges: Readonly<Record<'left' | 'right' | 'top' | 'bottom', boolean>>;
}

/** Where a drag should be instead: the distance to go in points, and the lines to show. */
export interface Snapped {
  dx: number;
  dy: number;
  lines: readonly SnapLine[];
}

export type Snap = (moving: Bounds, candidates: SnapCandidates) => Snapped;

/** How the page lies in the view: a point `p` of the page is at `p × zoom + (x, y)`, in CSS pixels of the container. */
export interface Viewport {
  zoom: number;
  x: number;
  y: number;
}

export interface CanvasViewOptions {
  fonts: EditorFonts;
  images: ImageFiles;
  /** Left out: nothing snaps. */
  snap?: Snap;
  /** The person selected other elements. */
  onSelect(ids: readonly string[]): void;
  /** A drag ended. Unless a changed design is shown by the next frame, the view goes back to the design it has. */
  onChange(change: TransformChange): void;
  /** A text was double-clicked, at this point of its box. */
  onEdit(elementId: string, point: { x: number; y: number }): void;
  /** Zoom or pan changed, by the person or by a call. */
  onViewport?(viewport: Viewport): void;
  /** A font could not be fetched; texts in it are not drawn until something is shown anew. */
  onFault?(error: unknown): void;
}
