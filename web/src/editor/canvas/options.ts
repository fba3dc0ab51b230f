import type { Design } from '@sello/contracts';
import type { Bounds, Box } from '@sello/design';
import type { EditorFonts } from '../fonts/fonts.ts';
import type { Snap, SnapSpace } from '../model/index.ts';
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

/** Where a drag snaps: `snapMove` and `snapResize` of the editor's model. */
export interface Snapping {
  /** Boxes that are moved together, in points of the page. */
  move(moving: readonly Box[], space: SnapSpace): Snap;
  /** An upright rectangle of which edges are dragged. */
  resize(
    bounds: Bounds,
    edges: { x: 'left' | 'right' | null; y: 'top' | 'bottom' | null },
    space: SnapSpace,
  ): Snap;
}

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
  snap?: Snapping;
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
