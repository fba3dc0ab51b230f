import type { Design, DesignPage } from '@sello/contracts';
import { ActiveSelection, Canvas, type FabricObject } from 'fabric';
import type { Point, Position, SnapLine, VisualLine } from '../model/index.ts';
import { type ViewColors, viewColors } from './colors.ts';
import { styleOf, viewControls } from './controls.ts';
import { decorate } from './decoration.ts';
import { Drag, membersOf } from './drag.ts';
import { ElementObject } from './element-object.ts';
import { pagePng } from './export.ts';
import { openImages, withoutSignatures } from './images.ts';
import { Navigation } from './navigation.ts';
import type { CanvasViewOptions, Shown, Viewport } from './options.ts';
import { isSameSetting, type PageTools, pageTools, type ShownValues } from './page-tools.ts';
import { findElement, isInBox, scopeOf, toPage } from './placement.ts';
import { Scene } from './scene.ts';
import type { Area } from './text/geometry.ts';
import { textOverlay } from './text/overlay.ts';
import { type ShownText, TextGeometry } from './text-geometry.ts';

/** The page on the screen. Everything it shows comes from `show`; what the person does is told by the callbacks. */
export interface CanvasView {
  /** Shows a page of a design. A selection inside a group opens the group. */
  show(shown: Shown): void;
  /** Lays everything out anew, as when there are other fonts. */
  redraw(): void;
  /** Shows a text with the names of its variables, its caret and its selection; null: no text is edited. */
  editText(text: ShownText | null): void;
  readonly viewport: Viewport;
  setViewport(viewport: Viewport): void;
  /** Zooms by a factor about the middle of the view. */
  zoomBy(factor: number): void;
  /** Zooms so that the page, or a box of it, fills the view. */
  fit(box?: { x: number; y: number; width: number; height: number }): void;
  /** The size of the container changed. */
  resize(): void;
  /** Ends a drag without a change, as Escape does; true if there was one. */
  cancel(): boolean;
  /** A point of the window in the box of an element, in points. Null for an unknown element. */
  toElement(elementId: string, client: { clientX: number; clientY: number }): Point | null;
  /** From points of an element's box to CSS pixels of the container. */
  matrixOf(elementId: string): DOMMatrix | null;
  /** The caret at a place in the source of a text; null for an element that is no text, or is not laid out yet. */
  caretRect(elementId: string, position: Position): Area | null;
  /** The place in the source that is nearest to a point of the element's box. */
  positionAt(elementId: string, point: Point): Position | null;
  rangeRects(elementId: string, from: Position, to: Position): Area[];
  /** The lines of a text, for moving its caret; null for an element that is no text, or is not laid out yet. */
  linesOf(elementId: string): VisualLine[] | null;
  /** Why an element is not drawn as it will print, such as a size that does not fit; empty when all is well. */
  faultsOf(elementId: string): readonly unknown[];
  /**
   * A page as a PNG of `width` pixels, with the values that are shown or others, of the design that is shown or another.
   * Rejects when a font cannot be fetched.
   */
  toPng(pageId: string, width: number, values?: ShownValues, design?: Design): Promise<Blob>;
  /** The same without the signatures of people: thumbnails are public, and the AI of the server gets a picture. */
  toPublicPng(pageId: string, width: number, values: ShownValues, design?: Design): Promise<Blob>;
  /** Removes everything from the container. Resolves when fabric has let go of it. */
  close(): Promise<void>;
}

/** CSS pixels around the page when it fills the view, and their share of a small one. */
const fitMargin = { most: 40, share: 0.04 };

/** Opens a view in a container, which it fills. The container needs `position: relative`. */
export function createCanvasView(container: HTMLElement, options: CanvasViewOptions): CanvasView {
  const element = document.createElement('canvas');
  container.append(element);
  const canvas = new Canvas(element, {
    ...{ preserveObjectStacking: true, renderOnAddRemove: false, enablePointerEvents: true },
    ...{ uniformScaling: false, uniScaleKey: 'shiftKey', selectionKey: 'shiftKey', centeredKey: 'altKey' },
    ...{ fireMiddleClick: false, stopContextMenu: false, targetFindTolerance: 4 },
    ...{ width: container.clientWidth, height: container.clientHeight },
  });
  const images = openImages(options.images);
  let colors: ViewColors = viewColors(container);
  let shown: Shown | null = null;
  let tools: PageTools | null = null;
  let text: ShownText | null = null;
  let lines: readonly SnapLine[] = [];
  let isSyncing = false;
  let isClosed = false;

  const scene = new Scene({
    canvas,
    zoom: () => canvas.getZoom(),
    placeholder: () => colors.ink,
    onFault: (error) => options.onFault?.(error),
    onMeasured: () => drawText(),
  });
  const geometry = new TextGeometry(scene, canvas, () => tools);
  const overlay = textOverlay(container);
  const navigation = new Navigation({
    canvas,
    container,
    cancel: () => void drag.cancel(),
    onViewport(viewport) {
      drawText();
      canvas.requestRenderAll();
      options.onViewport?.(viewport);
    },
  });
  const drag = new Drag({
    canvas,
    scene,
    zoom: () => canvas.getZoom(),
    snap: options.snap,
    onLines(now) {
      lines = now;
    },
    onChange(change) {
      const before = shown?.design;
      options.onChange(change);
      // Fabric shows nothing that the design does not say.
      requestAnimationFrame(() => {
        if (!isClosed && shown && shown.design === before) sync();
      });
    },
  });
  decorate({
    ...{ canvas, scene, images, colors: () => colors, lines: () => lines },
    isTyping: () => text !== null,
    tints: () => (shown?.values === null ? geometry.tints() : geometry.noTints),
  });

  const pageOf = ({ design, pageId }: Shown): DesignPage =>
    design.pages.find(({ id }) => id === pageId) ?? (design.pages[0] as DesignPage);

  function sync(): void {
    if (!shown || !tools) return;
    const page = pageOf(shown);
    const [first] = shown.selection;
    const parents = first === undefined ? [] : (findElement(page.elements, first)?.parents ?? []);
    isSyncing = true;
    try {
      canvas.discardActiveObject();
      scene.show(page, tools, parents.at(-1)?.id ?? null, text?.elementId ?? null);
      select(shown.selection);
    } finally {
      isSyncing = false;
    }
    drawText();
    canvas.requestRenderAll();
  }

  function select(ids: readonly string[]): void {
    const objects = ids.flatMap((id) => scene.objectOf(id) ?? []);
    for (const object of scene.painted) object.set(styleOf(colors));
    if (objects.length === 0) return;
    const active =
      objects.length === 1 ? (objects[0] as ElementObject) : new ActiveSelection(objects, { canvas });
    own(active);
    canvas.setActiveObject(active);
  }

  /** Gives a selected object its handles; one that holds a locked element cannot be moved as a whole. */
  function own(active: FabricObject): void {
    const isLocked = membersOf(active).some((object) => object.element.locked);
    active.controls = viewControls();
    active.set({
      ...styleOf(colors),
      ...{ lockMovementX: isLocked, lockMovementY: isLocked, lockRotation: isLocked },
      ...{ lockScalingX: isLocked, lockScalingY: isLocked, lockScalingFlip: true },
      hasControls: !isLocked && text === null,
    });
  }

  function drawText(): void {
    const caret = text && geometry.caret(text.elementId, text.focus);
    const matrix = text && geometry.matrixOf(text.elementId);
    if (!text || !matrix) overlay.clear();
    else overlay.show(caret, geometry.ranges(text.elementId, text.anchor, text.focus), matrix, colors.accent);
  }

  const onSelection = () => {
    if (isSyncing) return;
    const active = canvas.getActiveObject();
    if (active) own(active);
    options.onSelect(membersOf(active).map((object) => object.element.id));
  };
  canvas.on('selection:created', onSelection);
  canvas.on('selection:updated', onSelection);
  canvas.on('selection:cleared', onSelection);
  canvas.on('mouse:dblclick', ({ target, e, scenePoint }) => {
    if (!(target instanceof ElementObject)) return;
    const { element } = target;
    if ('elements' in element) {
      const { placement } = scopeOf((scene.page as DesignPage).elements, element.id);
      const child = element.elements.findLast(
        (one) => !one.hidden && isInBox(toPage(placement, one), scenePoint),
      );
      if (child) options.onSelect([child.id]);
    } else if ('paragraphs' in element && !element.locked) {
      const point = geometry.toElement(element.id, e as MouseEvent);
      if (point) options.onEdit(element.id, point);
    }
  });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag.cancel()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  const sizes = new ResizeObserver(() => view.resize());
  sizes.observe(container);

  const view: CanvasView = {
    show(next) {
      const isSame = shown && isSameSetting(shown.design, next.design) && shown.values === next.values;
      if (!isSame || !tools) tools = pageTools(next.design, next.values, options.fonts, images);
      shown = next;
      colors = viewColors(container);
      sync();
    },
    redraw() {
      if (!shown) return;
      tools = pageTools(shown.design, shown.values, options.fonts, images);
      sync();
    },
    editText(next) {
      const isOther = next?.elementId !== text?.elementId;
      text = next;
      if (isOther) sync();
      else drawText();
    },
    get viewport() {
      return navigation.viewport;
    },
    setViewport: (viewport) => navigation.show(viewport),
    zoomBy(factor) {
      const middle = { x: canvas.width / 2, y: canvas.height / 2 };
      navigation.zoomAt(navigation.viewport.zoom * factor, middle);
    },
    fit(box) {
      const page = shown && pageOf(shown);
      if (!page) return;
      const { x, y, width, height } = box ?? { x: 0, y: 0, width: page.width, height: page.height };
      const room = [canvas.width, canvas.height].map((side) =>
        Math.max(side - 2 * Math.min(fitMargin.most, side * fitMargin.share), 1),
      ) as [number, number];
      const zoom = Math.min(room[0] / Math.max(width, 1), room[1] / Math.max(height, 1));
      navigation.show({
        zoom,
        x: canvas.width / 2 - (x + width / 2) * zoom,
        y: canvas.height / 2 - (y + height / 2) * zoom,
      });
    },
    resize() {
      const { clientWidth: width, clientHeight: height } = container;
      if (isClosed || (width === canvas.width && height === canvas.height)) return;
      canvas.setDimensions({ width, height });
      drawText();
      canvas.requestRenderAll();
    },
    cancel: () => drag.cancel(),
    toElement: (id, client) => geometry.toElement(id, client),
    matrixOf: (id) => geometry.matrixOf(id),
    caretRect: (id, position) => geometry.caret(id, position),
    positionAt: (id, point) => geometry.position(id, point),
    rangeRects: (id, from, to) => geometry.ranges(id, from, to),
    linesOf: (id) => geometry.lines(id),
    faultsOf(id) {
      const object = scene.drawnBy(id);
      if (object?.fault) return [object.fault];
      return scene.drawingOf(id)?.problems ?? [];
    },
    async toPng(pageId, width, values = shown?.values ?? null, design = shown?.design) {
      if (!design || !shown || !tools) throw new RangeError('nothing is shown');
      const page = design.pages.find(({ id }) => id === pageId);
      if (!page) throw new RangeError(`no page ${pageId}`);
      const isShown = design === shown.design && values === shown.values;
      const own = isShown ? tools : pageTools(design, values, options.fonts, images);
      return pagePng(page, width, own, images);
    },
    async toPublicPng(pageId, width, values, design = shown?.design) {
      const page = design?.pages.find(({ id }) => id === pageId);
      if (!design || !page) throw new RangeError(`no page ${pageId}`);
      const shared = withoutSignatures(images);
      return pagePng(page, width, pageTools(design, values, options.fonts, shared), shared);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      document.removeEventListener('keydown', onKey, { capture: true });
      sizes.disconnect();
      navigation.close();
      overlay.close();
      scene.clear();
      images.close();
      await canvas.dispose();
      // Another view may be open in the container by now.
      element.remove();
    },
  };
  return view;
}
